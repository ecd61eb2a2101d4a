import { isDeepStrictEqual } from 'node:util';
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
import { countPolicies, limitProblems, lockOrganization, type OrganizationRow } from '../../organizations/index.ts';
import { addPoliciesToSets, removePoliciesFromSets } from '../policy-sets/store.ts';
import { type EnforcementInput, isMandatory, requestedLevel } from './enforcement.ts';
import { policies } from './entity.ts';
import { kindOf, referenceProblems } from './kind.ts';
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
  type SortOrder,
  sortOrders,
  updatePolicyRow,
} from './store.ts';

/** The input of a new policy. */
export interface PolicyInput extends Omit<NewRow<'policies'>, 'id' | 'organization_id' | 'created_at'> {
  readonly policySetIds: readonly string[];
}

/** A page of the policies of an organization (reference, Policies: list query parameters). */
export async function listPolicies(
  { database, vocabulary }: Context,
  organization: OrganizationRow,
  { page, value, sort }: ListQuery,
): Promise<Page<PolicyRow>> {
  const word = value('search[name]');
  const filters = policies.filtersIn(value, { kind: (kind) => kindOf(vocabulary, kind) });
  if (!canMatch(word) || filters === undefined) return emptyPage(page);
  const isSearch = word !== undefined;
  return readPageOf(database, policyList(orderOf(sort), Object.keys(filters).join(' '), isSearch), {
    values: {
      ...filters,
      organization: organization.id,
      organizationName: organization.name,
      pattern: containsPattern(folded(word ?? '')),
    },
    request: page,
    total: isSearch ? undefined : totalOf(organization, filters),
    isScan: isSearch,
  });
}

/** The policies behind identifiers, for documents that include them. */
export function findPoliciesByIds({ database }: Context, ids: readonly string[]): Promise<readonly PolicyRow[]> {
  return database.rows(policiesByIds, { ids: JSON.stringify(ids) });
}

/** Locks a policy until the transaction ends; 404 when it has been deleted. */
export async function lockPolicy(tx: Transaction, id: string): Promise<PolicyRow> {
  await tx.first(policyForUpdate, { id });
  const policy = await tx.first(policyById, { id });
  if (policy === undefined) throw notFound();
  return policy;
}

/**
 * Creates a policy (reference, `POST /organizations/<organization_name>/policies`). 422 when the name is taken, when a
 * policy set belongs to another organization or is of another kind, and when a limit of the plan is reached.
 */
export function createPolicy(
  context: Context,
  actor: Actor,
  { id: organizationId }: OrganizationRow,
  input: PolicyInput,
): Promise<PolicyRow> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organizationId);
    const problems = await createProblems(context, tx, organizationId, input);
    if (problems.length > 0) throw invalid(...problems);
    const id = newId('pol');
    const { policySetIds: ids, ...values } = input;
    const created_at = timestamp(context.clock.now());
    await insertPolicy(tx, { ...values, query: queryOf(values), id, organization_id: organizationId, created_at });
    await countPolicies(tx, organizationId, values.kind, 1);
    const policySetIds = [...new Set(ids)];
    await addPoliciesToSets(tx, { policyIds: [id], policySetIds });
    const result = await lockPolicy(tx, id);
    const entry = { action: 'policy.create', type: 'policies', id, organizationId };
    return { result, audit: [{ ...entry, after: { ...policies.audited(result), 'policy-sets': policySetIds } }] };
  });
}

/**
 * Changes the description, query or enforcement of a policy (reference, `PATCH /policies/<policy_id>`). 422 when the
 * plan allows no further mandatory policy.
 */
export function updatePolicy(
  context: Context,
  actor: Actor,
  { id, organization_id }: PolicyRow,
  attributes: EnforcementInput,
): Promise<PolicyRow> {
  return auditedTransaction(context, actor, async (tx) => {
    if (requestsLevel(attributes)) await lockOrganization(tx, organization_id);
    const before = await lockPolicy(tx, id);
    const enforcement_level = requestedLevel(context.vocabulary, before, attributes) ?? before.enforcement_level;
    await requireLimitForLevel(context, tx, before, enforcement_level);
    const changes = { ...policies.changed(attributes), enforcement_level, updated_at: timestamp(context.clock.now()) };
    const query = queryOf({ ...before, ...changes });
    const after = { ...before, ...changes, query };
    const [auditedBefore, auditedAfter] = [policies.audited(before), policies.audited(after)];
    if (isDeepStrictEqual(auditedAfter, auditedBefore)) return { result: before, audit: [] };
    await updatePolicyRow(tx, id, { ...changes, query });
    const entry = { action: 'policy.update', type: 'policies', id, organizationId: organization_id };
    return { result: after, audit: [{ ...entry, before: auditedBefore, after: auditedAfter }] };
  });
}

/** Deletes a policy with its code, and takes it out of its sets (reference, `DELETE /policies/<policy_id>`). */
export function deletePolicy(context: Context, actor: Actor, { id, organization_id }: PolicyRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organization_id);
    const before = await lockPolicy(tx, id);
    await removePoliciesFromSets(tx, { policyIds: [id], policySetIds: spacedParts(before.policy_set_ids) });
    await deletePolicyRow(tx, id);
    await countPolicies(tx, organization_id, before.kind, -1);
    const entry = { action: 'policy.delete', type: 'policies', id, organizationId: organization_id };
    return { result: undefined, audit: [{ ...entry, before: policies.audited(before) }] };
  });
}

const orderOf = (sort: string | undefined): SortOrder => sortOrders.find((order) => order === sort) ?? 'name';

type PolicyFilters = NonNullable<ReturnType<typeof policies.filtersIn>>;

/** The number of policies from the organization's counters, which know the kind and no other filter. */
function totalOf(organization: OrganizationRow, { kind, ...others }: PolicyFilters): number | undefined {
  const { native_policy_count: native, opa_policy_count: opa } = organization;
  if (Object.keys(others).length > 0) return undefined;
  if (kind === undefined) return native + opa;
  return kind === 'native' ? native : opa;
}

const mandatoryLimit = 'policy-mandatory-enforcement-limit';

async function createProblems(
  context: Context,
  tx: Transaction,
  organization: string,
  { name, kind, enforcement_level, policySetIds }: PolicyInput,
): Promise<readonly Problem[]> {
  const namesake = await tx.first(policyIdByName, { organization, name });
  const ids = JSON.stringify(policySetIds);
  const sets = policySetIds.length > 0 ? await tx.rows(policySetKinds, { ids, organization }) : [];
  const references = { ids: policySetIds, kind, pointer: '/data/relationships/policy-sets/data' };
  return [
    ...(namesake === undefined ? [] : [attributeProblem('name', 'Name has already been taken')]),
    ...referenceProblems({ ...references, noun: 'Policy set' }, sets),
    ...(await limitProblems(context, tx, organization, [
      'policy-limit',
      ...(isMandatory(enforcement_level) ? ([mandatoryLimit] as const) : []),
    ])),
  ];
}

/** 422 when a policy becomes mandatory and the plan allows no further mandatory policy. */
async function requireLimitForLevel(
  context: Context,
  tx: Transaction,
  before: PolicyRow,
  level: string,
): Promise<void> {
  if (!isMandatory(level) || isMandatory(before.enforcement_level)) return;
  const problems = await limitProblems(context, tx, before.organization_id, [mandatoryLimit]);
  if (problems.length > 0) throw invalid(...problems);
}

const requestsLevel = ({ 'enforcement-level': level, enforce }: EnforcementInput): boolean =>
  (level ?? enforce ?? null) !== null;

/** Only policies of kind `opa` have a query. */
const queryOf = ({ kind, query = null }: Pick<PolicyInput, 'kind' | 'query'>) => (kind === 'opa' ? query : null);
