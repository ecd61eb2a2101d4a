import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { containsPattern, spacedParts } from '../../../db/expressions.ts';
import { readPageOf } from '../../../db/page.ts';
import type { NewRow } from '../../../db/tables.ts';
import { attributeProblem, invalid, notFound, type Problem } from '../../../jsonapi/errors.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { emptyPage, type Page } from '../../../lib/page.ts';
import { folded } from '../../../lib/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { limitProblems, lockOrganization, type OrganizationRow } from '../../organizations/index.ts';
import { kindOf, type References, referenceProblems } from '../policies/kind.ts';
import { policySets } from './entity.ts';
import {
  addPoliciesToSets,
  deletePolicySetRow,
  insertPolicySet,
  insertTargets,
  type PolicySetRow,
  policyKinds,
  policySetById,
  policySetIdByName,
  policySetList,
  policySetsByIds,
  removePoliciesFromSets,
  type TargetType,
  updatePolicySetRow,
} from './store.ts';

/** What a policy set is made of. */
export interface PolicySetInput extends Omit<NewRow<'policy_sets'>, 'id' | 'organization_id' | `${string}_at`> {
  readonly policyIds: readonly string[];
  readonly targets: Readonly<Record<TargetType, readonly string[]>>;
}

/** A page of the policy sets of an organization, by name. */
export const listPolicySets = async (
  { database, vocabulary }: Context,
  organization: OrganizationRow,
  { page, value }: ListQuery,
): Promise<Page<PolicySetRow>> => {
  const word = value('search[name]');
  const filters = policySets.filtersIn(value, { kind: (kind) => kindOf(vocabulary, kind) });
  if (!canMatch(word) || filters === undefined) return emptyPage(page);
  const pattern = containsPattern(folded(word ?? ''));
  return readPageOf(database, policySetList(Object.keys(filters).join(' ')), {
    values: { ...filters, organization: organization.id, pattern },
    request: page,
    isScan: word !== undefined,
  });
};

/** The policy sets behind identifiers, for documents that include them. */
export const findPolicySetsByIds = ({ database }: Context, ids: readonly string[]): Promise<readonly PolicySetRow[]> =>
  database.rows(policySetsByIds, { ids: JSON.stringify(ids) });

/** Locks a policy set's organization, and so all its sets, until the transaction ends; 404 when it has gone. */
export const lockPolicySet = async (
  tx: Transaction,
  { id, organization_id }: Pick<PolicySetRow, 'id' | 'organization_id'>,
): Promise<PolicySetRow> => {
  await lockOrganization(tx, organization_id);
  const policySet = await tx.first(policySetById, { id });
  if (policySet === undefined) throw notFound();
  return policySet;
};

/** What is wrong with references to the policies that a set shall contain. */
export const policyProblems = async (
  tx: Transaction,
  organization: string,
  references: Omit<References, 'noun'>,
): Promise<readonly Problem[]> => {
  const policies = await tx.rows(policyKinds, { ids: JSON.stringify(references.ids), organization });
  return referenceProblems({ ...references, noun: 'Policy' }, policies);
};

const nameProblems = async (tx: Transaction, organization: string, name: string): Promise<readonly Problem[]> => {
  const namesake = await tx.first(policySetIdByName, { organization, name });
  return namesake === undefined ? [] : [attributeProblem('name', 'Name has already been taken')];
};

/** Only sets of kind `opa` can be overridable. */
const overridable = ({ kind, is_overridable = 0 }: Pick<PolicySetInput, 'kind' | 'is_overridable'>) =>
  kind === 'opa' ? is_overridable : 0;

const unique = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

/**
 * Creates a policy set. 422 when the name is taken, a policy is not one of the organization's of the same kind, or the
 * limit of the plan is reached.
 */
export const createPolicySet = (
  context: Context,
  actor: Actor,
  { id: organization_id }: OrganizationRow,
  input: PolicySetInput,
): Promise<PolicySetRow> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organization_id);
    const references = { ids: input.policyIds, kind: input.kind, pointer: '/data/relationships/policies/data' };
    const problems = [
      ...(await nameProblems(tx, organization_id, input.name)),
      ...(await policyProblems(tx, organization_id, references)),
      ...(await limitProblems(context, tx, organization_id, [
        'policy-set-limit',
        ...(input.is_versioned === 1 ? (['versioned-policy-set-limit'] as const) : []),
      ])),
    ];
    if (problems.length > 0) throw invalid(...problems);
    const { policyIds, targets, ...values } = input;
    const id = newId('polset');
    const at = timestamp(context.clock.now());
    const row = { ...values, id, organization_id, created_at: at, updated_at: at };
    await insertPolicySet(tx, { ...row, is_overridable: overridable(values) });
    const policies = unique(policyIds);
    const [workspaces, projects] = [unique(targets.workspaces), unique(targets.projects)];
    await addPoliciesToSets(tx, { policyIds: policies, policySetIds: [id] });
    await insertTargets(tx, { policySetId: id, type: 'workspaces', ids: workspaces });
    await insertTargets(tx, { policySetId: id, type: 'projects', ids: projects });
    const result = await lockPolicySet(tx, { id, organization_id });
    const entry = { action: 'policy-set.create', type: 'policy-sets', id, organizationId: organization_id };
    return { result, audit: [{ ...entry, after: { ...policySets.audited(result), policies, workspaces, projects } }] };
  });

/** Changes a policy set's name, description or flags. 422 when the name is taken. */
export const updatePolicySet = (
  context: Context,
  actor: Actor,
  row: PolicySetRow,
  attributes: object,
): Promise<PolicySetRow> =>
  auditedTransaction(context, actor, async (tx) => {
    const before = await lockPolicySet(tx, row);
    const { id, organization_id } = before;
    const changes = { ...policySets.changed(attributes), updated_at: timestamp(context.clock.now()) };
    const is_overridable = overridable({ ...before, ...changes });
    const after = { ...before, ...changes, is_overridable };
    const [auditedBefore, auditedAfter] = [policySets.audited(before), policySets.audited(after)];
    if (JSON.stringify(auditedAfter) === JSON.stringify(auditedBefore)) return { result: before, audit: [] };
    const problems = after.name === before.name ? [] : await nameProblems(tx, organization_id, after.name);
    if (problems.length > 0) throw invalid(...problems);
    await updatePolicySetRow(tx, id, { ...changes, is_overridable });
    const entry = { action: 'policy-set.update', type: 'policy-sets', id, organizationId: organization_id };
    return { result: after, audit: [{ ...entry, before: auditedBefore, after: auditedAfter }] };
  });

/** Deletes a policy set; its policies stay, and are in one set less. */
export const deletePolicySet = (context: Context, actor: Actor, row: PolicySetRow): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    const before = await lockPolicySet(tx, row);
    const { id, organization_id } = before;
    await removePoliciesFromSets(tx, { policyIds: spacedParts(before.policy_ids), policySetIds: [id] });
    await deletePolicySetRow(tx, id);
    const entry = { action: 'policy-set.delete', type: 'policy-sets', id, organizationId: organization_id };
    return { result: undefined, audit: [{ ...entry, before: policySets.audited(before) }] };
  });
