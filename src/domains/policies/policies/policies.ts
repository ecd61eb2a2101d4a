import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { containsPattern, spacedParts } from '../../../db/expressions.ts';
import { readPageOf } from '../../../db/page.ts';
import { attributeProblem, invalid, notFound, type Problem } from '../../../jsonapi/errors.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { emptyPage, type Page } from '../../../lib/page.ts';
import { folded } from '../../../lib/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { countPolicies, limitProblems, lockOrganization, type OrganizationRow } from '../../organizations/index.ts';
import { addPoliciesToSets, removePoliciesFromSets } from '../policy-sets/store.ts';
import { type EnforcementInput, isMandatory, requestedLevel } from './enforcement.ts';
import { type Kind, kindOf, referenceProblems } from './kind.ts';
import {
  deletePolicyRow,
  insertPolicy,
  type PolicyRow,
  policiesByIds,
  policyById,
  policyForUpdate,
  policyIdByName,
  policyList,
  policySetKinds,
  type ShownPolicy,
  type SortOrder,
  sortOrders,
  updatePolicyRow,
} from './store.ts';

/** What a policy is made of. */
export interface PolicyInput {
  readonly name: string;
  readonly kind: Kind;
  readonly description?: string | null;
  readonly query?: string | null;
  readonly level: string;
  readonly policySetIds: readonly string[];
}

/** What can be changed of one; what is absent stays. */
export interface PolicyChanges extends EnforcementInput {
  readonly description?: string | null;
  readonly query?: string | null;
}

const mandatoryLimit = 'policy-mandatory-enforcement-limit';

const nameTaken = attributeProblem('name', 'Name has already been taken');

const orderOf = (sort: string | undefined): SortOrder => sortOrders.find((order) => order === sort) ?? 'name';

const totalOf = (organization: OrganizationRow, kind: Kind | undefined): number => {
  const { native_policy_count: native, opa_policy_count: opa } = organization;
  if (kind === undefined) return native + opa;
  return kind === 'native' ? native : opa;
};

/** A page of an organization's policies (reference, Policies: list query parameters). */
export const listPolicies = async (
  { database, vocabulary }: Context,
  organization: OrganizationRow,
  { page, value, sort }: ListQuery,
): Promise<Page<ShownPolicy>> => {
  const word = value('search[name]');
  const wantedKind = value('filter[kind]');
  const kind = kindOf(vocabulary, wantedKind);
  if (!canMatch(word) || (wantedKind !== undefined && kind === undefined)) return emptyPage(page);
  const isSearch = word !== undefined;
  return readPageOf(database, policyList(orderOf(sort), kind !== undefined, isSearch), {
    values: {
      organization: organization.id,
      organizationName: organization.name,
      kind: kind ?? '',
      pattern: containsPattern(folded(word ?? '')),
    },
    request: page,
    total: isSearch ? undefined : totalOf(organization, kind),
    isScan: isSearch,
  });
};

/** The policies behind identifiers, for documents that include them. */
export const findPoliciesByIds = ({ database }: Context, ids: readonly string[]): Promise<readonly PolicyRow[]> =>
  database.rows(policiesByIds, { ids: JSON.stringify(ids) });

/** Reads a policy inside a change and holds it until the end; 404 when it has gone meanwhile. */
export const lockPolicy = async (tx: Transaction, id: string): Promise<PolicyRow> => {
  await tx.first(policyForUpdate, { id });
  const policy = await tx.first(policyById, { id });
  if (policy === undefined) throw notFound();
  return policy;
};

const setProblems = async (
  tx: Transaction,
  organization: string,
  { policySetIds: ids, kind }: PolicyInput,
): Promise<readonly Problem[]> => {
  if (ids.length === 0) return [];
  const policySets = await tx.rows(policySetKinds, { ids: JSON.stringify(ids), organization });
  const pointer = '/data/relationships/policy-sets/data';
  return referenceProblems({ ids, kind, noun: 'Policy set', pointer }, policySets);
};

const createProblems = async (
  context: Context,
  tx: Transaction,
  organization: string,
  input: PolicyInput,
): Promise<readonly Problem[]> => {
  const namesake = await tx.first(policyIdByName, { organization, name: input.name });
  return [
    ...(namesake === undefined ? [] : [nameTaken]),
    ...(await setProblems(tx, organization, input)),
    ...(await limitProblems(context, tx, organization, [
      'policy-limit',
      ...(isMandatory(input.level) ? ([mandatoryLimit] as const) : []),
    ])),
  ];
};

const shown = ({ name, kind, description, query, enforcement_level }: PolicyRow) => ({
  name,
  kind,
  description,
  query,
  'enforcement-level': enforcement_level,
});

/**
 * Creates a policy (reference, `POST /organizations/<organization_name>/policies`). 422 when the name is taken
 * or a policy set is not one of the organization's of the same kind, and where the plan has no room for it.
 */
export const createPolicy = (
  context: Context,
  actor: Actor,
  { id: organizationId }: OrganizationRow,
  input: PolicyInput,
): Promise<PolicyRow> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organizationId);
    const problems = await createProblems(context, tx, organizationId, input);
    if (problems.length > 0) throw invalid(...problems);
    const { name, kind, description = null, query = null, level: enforcement_level } = input;
    const id = newId('pol');
    const values = { id, organization_id: organizationId, name, kind, description, enforcement_level };
    const created_at = timestamp(context.clock.now());
    await insertPolicy(tx, { ...values, query: kind === 'opa' ? query : null, created_at });
    await countPolicies(tx, organizationId, kind, 1);
    const policySetIds = [...new Set(input.policySetIds)];
    await addPoliciesToSets(tx, { policyIds: [id], policySetIds });
    const result = await lockPolicy(tx, id);
    const entry = { action: 'policy.create', type: 'policies', id, organizationId };
    return { result, audit: [{ ...entry, after: { ...shown(result), 'policy-sets': policySetIds } }] };
  });

const requestsLevel = ({ 'enforcement-level': level, enforce }: EnforcementInput): boolean =>
  (level ?? enforce ?? null) !== null;

/** Throws 422 when a policy becomes mandatory in an organization whose plan has no room for another such one. */
const requireLimitForLevel = async (
  context: Context,
  tx: Transaction,
  before: PolicyRow,
  level: string,
): Promise<void> => {
  if (!isMandatory(level) || isMandatory(before.enforcement_level)) return;
  const problems = await limitProblems(context, tx, before.organization_id, [mandatoryLimit]);
  if (problems.length > 0) throw invalid(...problems);
};

/**
 * Changes a policy's description, query or enforcement (reference, `PATCH /policies/<policy_id>`). 422 where the plan
 * has no room for another mandatory policy.
 */
export const updatePolicy = (
  context: Context,
  actor: Actor,
  { id, organization_id }: PolicyRow,
  changes: PolicyChanges,
): Promise<PolicyRow> =>
  auditedTransaction(context, actor, async (tx) => {
    if (requestsLevel(changes)) await lockOrganization(tx, organization_id);
    const before = await lockPolicy(tx, id);
    const { description = before.description, query = before.query } = changes;
    const enforcement_level = requestedLevel(context.vocabulary, before, changes) ?? before.enforcement_level;
    await requireLimitForLevel(context, tx, before, enforcement_level);
    const values = { description, query: before.kind === 'opa' ? query : null, enforcement_level };
    const after = { ...before, ...values, updated_at: timestamp(context.clock.now()) };
    if (JSON.stringify(shown(after)) === JSON.stringify(shown(before))) return { result: before, audit: [] };
    await updatePolicyRow(tx, id, { ...values, updated_at: after.updated_at });
    const entry = { action: 'policy.update', type: 'policies', id, organizationId: organization_id };
    return { result: after, audit: [{ ...entry, before: shown(before), after: shown(after) }] };
  });

/** Deletes a policy with its code, out of every set that holds it (reference, `DELETE /policies/<policy_id>`). */
export const deletePolicy = (context: Context, actor: Actor, { id, organization_id }: PolicyRow): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organization_id);
    const before = await lockPolicy(tx, id);
    await removePoliciesFromSets(tx, { policyIds: [id], policySetIds: spacedParts(before.policy_set_ids) });
    await deletePolicyRow(tx, id);
    await countPolicies(tx, organization_id, before.kind, -1);
    const entry = { action: 'policy.delete', type: 'policies', id, organizationId: organization_id };
    return { result: undefined, audit: [{ ...entry, before: shown(before) }] };
  });
