// Creates and deletes policies, including their membership in policy sets. Also deletes policy sets.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, type Problem, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isMandatory } from '../../../kernel/enforcement-levels.ts';
import { newId } from '../../../kernel/ids.ts';
import { linkedIn, maxPolicies } from '../../../kernel/linked.ts';
import { auditedTransaction } from '../../audit/index.ts';
import {
  countPolicies,
  limitProblems,
  lockOrganization,
  newDiscarded,
  type OrganizationRow,
} from '../../organizations/index.ts';
import { moveRequests } from '../exemption-requests/store.ts';
import { moveExemptions } from '../exemptions/store.ts';
import { referenceProblems, versionedProblem } from '../kind.ts';
import { policies } from '../policies/entity.ts';
import type { PolicyInput } from '../policies/input.ts';
import { getPolicy, lockPolicy, mandatoryLimit, ofKindOpa } from '../policies/policies.ts';
import { discountArchives, discountPolicy } from '../policies/storage.ts';
import { openStorage } from '../policies/storage-store.ts';
import { insertPolicy, type PolicyRow, policyIdByName, updatePolicyRow } from '../policies/store.ts';
import { policySets } from '../policy-sets/entity.ts';
import { addedTo, removedFrom } from '../policy-sets/memberships.ts';
import { lockPolicySet } from '../policy-sets/policy-sets.ts';
import {
  addPoliciesToSets,
  type PolicySetRow,
  policySetKinds,
  removePoliciesFromSets,
  updatePolicySetRow,
} from '../policy-sets/store.ts';
import { moveReplays } from '../replays/store.ts';

/**
 * Creates a policy (reference, `POST /organizations/<organization_name>/policies`). 422 if the name is taken, if a
 * policy set belongs to another organization, if a set's kind differs from that of the policy, or if a limit of the
 * organization's subscription plan is reached.
 */
export function createPolicy(
  context: Context,
  actor: Actor,
  { id: organizationId }: OrganizationRow,
  input: PolicyInput,
): Promise<PolicyRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const [organization, problems] = await Promise.all([
      lockOrganization(tx, organizationId),
      createProblems(context, tx, organizationId, input),
    ]);
    requireNone(problems);
    const id = newId('pol');
    const { policySetIds: ids, ...values } = input;
    const created_at = timestamp(context.clock.now());
    const policySetIds = [...new Set(ids)];
    const policy = { ...values, ...ofKindOpa(values), id, organization_id: organizationId, created_at };
    const writes = [
      insertPolicy(tx, policy),
      countPolicies(tx, organizationId, values.kind, 1),
      ...(hasNoPolicy(organization) ? [openStorage(tx, organizationId)] : []),
      addPoliciesToSets(tx, { policyIds: [id], policySetIds }),
    ];
    const [result] = await Promise.all([getPolicy(tx, id), ...writes]);
    const memberships = addedTo({ policyIds: [id], policySetIds });
    const entry = { action: 'policy.create', type: 'policies', id, organizationId, memberships };
    return { result, audit: [{ ...entry, after: { ...policies.audited(result), 'policy-sets': policySetIds } }] };
  });
}

/**
 * Deletes a policy with its code and removes the policy from its sets (reference, `DELETE /policies/<policy_id>`). A
 * job removes the rows from the database later.
 */
export function deletePolicy(context: Context, actor: Actor, { id, organization_id }: PolicyRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organization_id);
    const before = await lockPolicy(tx, id);
    await removePoliciesFromSets(tx, { policyIds: [id], policySetIds: linkedIn(before.policy_set_ids).ids });
    await discountPolicy(tx, organization_id, before);
    await newDiscarded(tx, context, id);
    await moveExemptions(tx, 'policy_id', id);
    await moveRequests(tx, 'policy_id', id);
    await moveReplays(tx, 'policy_id', id);
    await updatePolicyRow(tx, id, { organization_id: id });
    await countPolicies(tx, organization_id, before.kind, -1);
    const entry = { action: 'policy.delete', type: 'policies', id, organizationId: organization_id };
    return { result: undefined, audit: [{ ...entry, before: policies.audited(before) }] };
  });
}

/** Deletes a policy set but keeps its policies. A job removes the rows from the database later. */
export function deletePolicySet(context: Context, actor: Actor, row: PolicySetRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const before = await lockPolicySet(tx, row);
    const { id, organization_id } = before;
    const members = { policyIds: linkedIn(before.policy_ids).ids, policySetIds: [id] };
    await removePoliciesFromSets(tx, members);
    await discountArchives(tx, organization_id, id);
    await newDiscarded(tx, context, id);
    await moveExemptions(tx, 'policy_set_id', id);
    await moveRequests(tx, 'policy_set_id', id);
    await moveReplays(tx, 'policy_set_id', id);
    await updatePolicySetRow(tx, id, { organization_id: id });
    const entry = { action: 'policy-set.delete', type: 'policy-sets', id, organizationId: organization_id };
    const memberships = removedFrom(members);
    return { result: undefined, audit: [{ ...entry, before: policySets.audited(before), memberships }] };
  });
}

function hasNoPolicy({ native_policy_count, opa_policy_count }: OrganizationRow): boolean {
  return native_policy_count + opa_policy_count === 0;
}

async function createProblems(
  context: Context,
  tx: Transaction,
  organization: string,
  { name, kind, enforcement_level, policySetIds }: PolicyInput,
): Promise<readonly Problem[]> {
  const ids = JSON.stringify(policySetIds);
  const [namesake, sets, limits] = await Promise.all([
    tx.first(policyIdByName, { organization, name }),
    policySetIds.length > 0 ? tx.rows(policySetKinds, { ids, organization }) : [],
    limitProblems(context, tx, organization, {
      limits: ['policy-limit', ...(isMandatory(enforcement_level) ? ([mandatoryLimit] as const) : [])],
      further: 1,
    }),
  ]);
  const references = { ids: policySetIds, kind, pointer: '/data/relationships/policy-sets/data' };
  return [
    ...(namesake === undefined ? [] : [attributeProblem('name', 'taken', 'Name has already been taken')]),
    ...referenceProblems({ ...references, noun: 'Policy set' }, sets),
    ...(sets.some(({ current_version_id }) => current_version_id !== null)
      ? [versionedProblem(references.pointer)]
      : []),
    ...(sets.some(({ policy_count }) => policy_count >= maxPolicies)
      ? [problemAt(references.pointer, 'limit-reached', `A policy set can have at most ${maxPolicies} policies`)]
      : []),
    ...limits,
  ];
}
