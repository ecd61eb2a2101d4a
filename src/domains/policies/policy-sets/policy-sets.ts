import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { readLinked } from '../../../db/linkage.ts';
import type { NewRow } from '../../../db/tables.ts';
import { attributeProblem, existing, type Problem, requireFewer, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { maxRelated } from '../../../kernel/linked.ts';
import { folded } from '../../../lib/text/text.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { changeApprovers, limitProblems, lockOrganization, type OrganizationRow } from '../../organizations/index.ts';
import { type References, referenceProblems } from '../kind.ts';
import { policyKinds } from '../policies/store.ts';
import { policySets } from './entity.ts';
import { addedTo } from './memberships.ts';
import {
  addPoliciesToSets,
  insertPolicySet,
  insertTargets,
  type PolicySetRow,
  policySetById,
  policySetCount,
  policySetLinkage,
  policySetNamesake,
  policySetsByIds,
} from './store.ts';
import { selectorsOf } from './tag-selectors.ts';
import { type TargetReferences, targetProblems } from './targets.ts';

/** Input for creating a policy set. */
export interface PolicySetInput extends Omit<NewRow<'policy_sets'>, 'id' | 'organization_id' | `${string}_at`> {
  readonly policyIds: readonly string[];
  /** Identifiers of the approver teams. */
  readonly approverIds: readonly string[];
  readonly targets: readonly Pick<TargetReferences, 'type' | 'ids'>[];
}

/** Returns the policy sets with the given identifiers. */
export function findPolicySetsByIds({ database }: Context, ids: readonly string[]): Promise<readonly PolicySetRow[]> {
  return readLinked(policySetLinkage, (linked) => database.rows(policySetsByIds, { ids: JSON.stringify(ids), linked }));
}

/**
 * Locks the organization of a policy set, and thereby all policy sets of the organization, until the transaction ends;
 * 404 if the set was deleted.
 */
export async function lockPolicySet(
  tx: Transaction,
  { id, organization_id }: Pick<PolicySetRow, 'id' | 'organization_id'>,
): Promise<PolicySetRow> {
  await lockOrganization(tx, organization_id);
  return existing(await tx.first(policySetById, { id }));
}

/**
 * Creates a policy set. 422 if the name is taken, if a policy, workspace or project belongs to another organization, if
 * a policy's kind differs from that of the set, or if a limit of the organization's subscription plan is reached. 403 if
 * the input has approvers and the actor may not change the approvers of policy sets.
 */
export function createPolicySet(
  context: Context,
  actor: Actor,
  { id }: OrganizationRow,
  input: PolicySetInput,
): Promise<PolicySetRow> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, id);
    return addPolicySet(tx, { context, actor }, id, input);
  });
}

/**
 * Creates a policy set in a transaction that has locked the organization. Fails with the same errors as
 * `createPolicySet`.
 */
async function addPolicySet(
  tx: Transaction,
  { context, actor }: { readonly context: Context; readonly actor: Actor },
  organization_id: string,
  { policyIds, approverIds, targets, ...values }: PolicySetInput,
): Promise<Audited<PolicySetRow>> {
  const known = await tx.first(policySetCount, { organization: organization_id });
  requireFewer(known, maxRelated, `An organization can have at most ${maxRelated} policy sets`);
  const id = newId('polset');
  const references = { ids: policyIds, kind: values.kind, pointer: '/data/relationships/policies/data' };
  const problems = [
    ...kindProblems(values),
    ...(await nameProblems(tx, { id, organization_id, name: values.name })),
    ...(await policyProblems(tx, organization_id, references)),
    ...(await allTargetProblems(tx, organization_id, targets)),
    ...(await limitProblems(context, tx, organization_id, {
      limits: ['policy-set-limit', ...(values.is_versioned === 1 ? (['versioned-policy-set-limit'] as const) : [])],
      further: 1,
    })),
  ];
  requireNone(problems);
  const at = timestamp(context.clock.now());
  const approvers = unique(approverIds);
  const requires_approvers = approvers.length > 0 ? 1 : 0;
  const row = { ...values, requires_approvers, id, organization_id, created_at: at, updated_at: at };
  await insertPolicySet(tx, row);
  const policies = unique(policyIds);
  await addPoliciesToSets(tx, { policyIds: policies, policySetIds: [id] });
  for (const { type, ids } of targets) await insertTargets(tx, { policySetId: id, type, ids: unique(ids) });
  if (requires_approvers === 1) {
    const pointer = '/data/relationships/approvers/data';
    await changeApprovers(tx, actor, { policySetId: id, organizationId: organization_id, added: approvers, pointer });
  }
  const result = await lockPolicySet(tx, { id, organization_id });
  const memberships = addedTo({ policyIds: policies, policySetIds: [id] });
  const entry = { action: 'policy-set.create', type: 'policy-sets', id, organizationId: organization_id, memberships };
  const related = Object.fromEntries(targets.map(({ type, ids }) => [type, unique(ids)]));
  const selected = { 'tag-selectors': selectorsOf(result) };
  return {
    result,
    audit: [{ ...entry, after: { ...policySets.audited(result), ...selected, policies, ...related, approvers } }],
  };
}

/** Checks references to policies and returns the problems found. */
export async function policyProblems(
  tx: Transaction,
  organization: string,
  references: Omit<References, 'noun'>,
): Promise<readonly Problem[]> {
  const policies = await tx.rows(policyKinds, { ids: JSON.stringify(references.ids), organization });
  return referenceProblems({ ...references, noun: 'Policy' }, policies);
}

async function allTargetProblems(
  tx: Transaction,
  organization: string,
  targets: PolicySetInput['targets'],
): Promise<readonly Problem[]> {
  const problems = targets.map(({ type, ids }) =>
    targetProblems(tx, organization, { type, ids, pointer: `/data/relationships/${type}/data` }),
  );
  return (await Promise.all(problems)).flat();
}

/** Returns a problem if another policy set of the organization has the same name, ignoring case. */
export async function nameProblems(
  tx: Transaction,
  { id, organization_id: organization, name }: Pick<PolicySetRow, 'id' | 'organization_id' | 'name'>,
): Promise<readonly Problem[]> {
  const namesake = await tx.first(policySetNamesake, { organization, name: folded(name), id });
  return namesake === undefined ? [] : [attributeProblem('name', 'taken', 'Name has already been taken')];
}

/**
 * Returns a problem for each value that is permitted only in sets of kind `opa`. The service does not evaluate sets of
 * other kinds, so the value would have no effect.
 */
export function kindProblems({
  kind,
  is_overridable = 0,
  is_agent_enabled = 0,
  input = null,
  unknown_values = 'notice',
}: Pick<
  PolicySetInput,
  'kind' | 'is_overridable' | 'is_agent_enabled' | 'input' | 'unknown_values'
>): readonly Problem[] {
  const requested = {
    overridable: is_overridable === 1,
    'agent-enabled': is_agent_enabled === 1,
    input: input !== null,
    'unknown-values': unknown_values !== 'notice',
  };
  return Object.entries(requested).flatMap(([name, isRequested]) =>
    isRequested && kind !== 'opa' ? [attributeProblem(name, 'not-supported', onlyOpa)] : [],
  );
}

const onlyOpa = 'Only policy sets of kind opa can have this attribute: leave it out';

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)];
