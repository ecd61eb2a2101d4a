import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { readLinked } from '../../../db/linkage.ts';
import type { RequireCurrent } from '../../../http/etag.ts';
import { existing, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isMandatory } from '../../../kernel/enforcement-levels.ts';
import { introductionAfter } from '../../../kernel/introduction.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { type Page, withValues } from '../../../kernel/page.ts';
import { folded } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { limitProblems, lockOrganization, type OrganizationRow } from '../../organizations/index.ts';
import { awaitsCheck } from '../code-checks/stored-check.ts';
import { dayBefore } from '../day.ts';
import { withReplay } from '../replay-record.ts';
import { codeCheckIntake } from '../services.ts';
import { type EnforcementInput, requestedLevel } from './enforcement.ts';
import { policies } from './entity.ts';
import type { PolicyChanges, PolicyInput } from './input.ts';
import { introductionProblems } from './introduction.ts';
import { findByWord } from './search.ts';
import {
  lockedPolicy,
  type PolicyRow,
  policiesByIds,
  policyById,
  policyLinkage,
  policyList,
  updatePolicyRow,
} from './store.ts';

/** Number of days, including today, that the filter for failing policies considers. */
const failingDays = 30;

/** Returns a page of an organization's policies (reference, Policies: list query parameters). */
export async function listPolicies(
  { database, clock }: Context,
  organization: OrganizationRow,
  query: ListQuery,
): Promise<Page<PolicyRow>> {
  const word = query.value('search[name]');
  const isSearch = word !== undefined && canMatch(word);
  const ids = isSearch ? await findByWord(database, organization.id, folded(word)) : undefined;
  return policyList.read(
    database,
    ids === undefined ? query : withValues(query, { 'search[name]': undefined }),
    {
      organization: organization.id,
      organizationName: organization.name,
      failingSince: dayBefore(clock.now(), failingDays - 1),
      ids,
    },
    {
      total: (filters) => totalOf(organization, filters),
      // The index for the order by level does not contain the kind, so a list of one kind may read all policies.
      isScan: query.sort?.endsWith('enforcement-level') === true && query.value('filter[kind]') !== undefined,
    },
  );
}

/** Returns the policies with the given identifiers. */
export function findPoliciesByIds({ database }: Context, ids: readonly string[]): Promise<readonly PolicyRow[]> {
  return readLinked(policyLinkage, (linked) => database.rows(policiesByIds, { ids: JSON.stringify(ids), linked }));
}

/** Returns a policy; 404 if the policy was deleted. */
export async function getPolicy(reader: Reader, id: string): Promise<PolicyRow> {
  return existing(await reader.first(policyById, { id }));
}

/** Locks a policy until the transaction ends; 404 if the policy was deleted. */
export async function lockPolicy(tx: Transaction, id: string): Promise<PolicyRow> {
  return existing(await lockedPolicy(tx, id));
}

/** Changes to a policy, and the replay that showed their effects. */
interface PolicyUpdate extends PolicyChanges {
  readonly requireCurrent: RequireCurrent;
  readonly replay: string | undefined;
}

/**
 * Updates the description, query or enforcement of a policy (reference, `PATCH /policies/<policy_id>`). 412 if the
 * policy has changed since the client read it. 422 if the organization's subscription plan permits no further mandatory
 * policy, or if the request contains a set to which the policy does not belong.
 */
export async function updatePolicy(
  context: Context,
  actor: Actor,
  { id, organization_id }: PolicyRow,
  { attributes, relationships, requireCurrent, replay }: PolicyUpdate,
): Promise<PolicyRow> {
  const updated = await auditedTransaction(context, actor, async (tx) => {
    const organization = requestsLevel(attributes) ? lockOrganization(tx, organization_id) : undefined;
    const [before] = await Promise.all([lockPolicy(tx, id), organization]);
    requireCurrent(policies.audited(before));
    requireNone([...introductionProblems(before.kind, attributes), ...setProblems(before, relationships)]);
    const enforcement_level = requestedLevel(context.vocabulary, before, attributes) ?? before.enforcement_level;
    await requireLimitForLevel(context, tx, before, enforcement_level);
    const introduction = introductionAfter(before.introduction, attributes);
    const updated_at = timestamp(context.clock.now());
    const changes = { ...policies.changed(attributes), enforcement_level, introduction, updated_at };
    const ofKind = ofKindOpa({ ...before, ...changes });
    // A code check is valid for one input form only. If the form changes, the code must be checked again.
    const unchecked = ofKind.input === before.input ? {} : { checked_source: null };
    const after = { ...before, ...changes, ...ofKind, ...unchecked };
    const [auditedBefore, auditedAfter] = [policies.audited(before), policies.audited(after)];
    const change = { of: 'policy', row: before, replay } as const;
    if (isDeepStrictEqual(auditedAfter, auditedBefore)) return withReplay(tx, change, { result: before, audit: [] });
    await updatePolicyRow(tx, id, { ...changes, ...ofKind, ...unchecked });
    const entry = { action: 'policy.update', type: 'policies', id, organizationId: organization_id };
    return withReplay(tx, change, {
      result: after,
      audit: [{ ...entry, before: auditedBefore, after: auditedAfter }],
    });
  });
  if (awaitsCheck(updated)) codeCheckIntake(context).signal.notify();
  return updated;
}

/**
 * Returns a problem if an update contains a set to which the policy does not belong. An update cannot add a policy to
 * sets.
 */
function setProblems({ id, policy_set_ids }: PolicyRow, { 'policy-sets': sets }: PolicyChanges['relationships']) {
  const sent = new Set(sets?.data.map((each) => each.id));
  if (sent.isSubsetOf(new Set(linkedIn(policy_set_ids).ids))) return [];
  const detail = `An update of a policy cannot change its policy sets: to add the policy to a set, send ${id} with POST to /api/v2/policy-sets/<id>/relationships/policies`;
  return [problemAt('/data/relationships/policy-sets', 'immutable', detail)];
}

/**
 * Returns the number of policies from the organization's counters. Undefined if the request has another filter than
 * `filter[kind]`, because there are no counters for other filters.
 */
function totalOf(
  organization: OrganizationRow,
  { 'filter[kind]': kind, ...others }: Readonly<Record<string, string>>,
): number | undefined {
  const { native_policy_count: native, opa_policy_count: opa } = organization;
  if (Object.keys(others).length > 0) return undefined;
  if (kind === undefined) return native + opa;
  return kind === 'native' ? native : opa;
}

/** Name of the limit on mandatory policies in an organization's subscription plan. */
export const mandatoryLimit = 'policy-mandatory-enforcement-limit';

/**
 * Throws 422 if a policy becomes mandatory and the organization's subscription plan permits no further mandatory
 * policy.
 */
async function requireLimitForLevel(
  context: Context,
  tx: Transaction,
  before: PolicyRow,
  level: string,
): Promise<void> {
  if (!isMandatory(level) || isMandatory(before.enforcement_level)) return;
  requireNone(await limitProblems(context, tx, before.organization_id, { limits: [mandatoryLimit], further: 1 }));
}

const requestsLevel = ({ 'enforcement-level': level, enforce }: EnforcementInput): boolean =>
  (level ?? enforce ?? null) !== null;

/** Sets `query` and `input` to null unless the policy is of kind `opa`. Other kinds have neither attribute. */
export const ofKindOpa = ({ kind, query = null, input = null }: Pick<PolicyInput, 'kind' | 'query' | 'input'>) =>
  kind === 'opa' ? { query, input } : { query: null, input: null };
