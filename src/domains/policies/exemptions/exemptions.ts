// Creates, updates and deletes exemptions from policies. Evaluations apply the exemptions that have not expired.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import {
  attributeProblem,
  existing,
  forbidden,
  type Problem,
  problemAt,
  requireNone,
  tooManyProblems,
} from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { isResourceAddress } from '../../../protocols/policy-output/resource-address.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import {
  lockOrganization,
  may,
  type OrganizationRow,
  type RecordAccess,
  teamsOf,
  unknownPlaces,
} from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { endWithin } from '../end-within.ts';
import { isSameParty } from '../parties.ts';
import { lockPolicy } from '../policies/policies.ts';
import type { PolicyRow } from '../policies/store.ts';
import { lockPolicySet } from '../policy-sets/policy-sets.ts';
import type { PolicySetRow } from '../policy-sets/store.ts';
import { policyOfVersion } from '../versions/store.ts';
import { policyExemptions } from './entity.ts';
import {
  countExemptions,
  deleteExemptionRow,
  deleteExemptionRows,
  type ExemptionRow,
  exemptionById,
  insertExemption,
  lockedExemption,
  lockedExemptions,
  updateExemptionRow,
} from './store.ts';

const coversAllLevels = may(policyRights['policy-exemptions']['create-for-all-levels']);

/** Time in ms for which an expired exemption is still shown. */
export const shownTime = 90 * 86_400_000;

/** Maximum number of exemptions per organization, including expired ones that have not been deleted yet. */
const maxExemptions = 1_000;
const tooMany = `An organization can have at most ${maxExemptions} exemptions: delete expired exemptions`;

/** Input for creating an exemption. */
export interface ExemptionInput {
  readonly workspace: string | null;
  readonly attributes: {
    readonly 'resource-address'?: string | null;
    readonly reason: string;
    readonly owner: string;
    readonly 'expires-at'?: string | null;
  };
  /** Identity that requested the exemption, as a `Creator` in JSON; null or absent for an exemption without a request. */
  readonly requestedBy?: string | null;
}

/**
 * Creates an exemption from an individual policy. 403 if the organization creates exemptions only on request. 422 if the
 * request has neither a workspace nor a resource, if the expiry is in the past or later than the organization permits,
 * or if the organization has the maximum number of exemptions.
 */
export function createExemption(
  context: Context,
  actor: Actor,
  access: RecordAccess<PolicyRow>,
  input: ExemptionInput,
): Promise<ExemptionRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const { id: policy_id, organization_id } = access.row;
    requireDirect(await lockOrganization(tx, organization_id));
    await lockPolicy(tx, policy_id);
    const of = { organization_id, policy_id, policy_set_id: null, policy_name: null, problems: [] };
    return insertNew(tx, { context, actor, access }, of, input);
  });
}

/**
 * Creates an exemption from a policy in a versioned set, identified by its name. 422 if the set's current version has
 * no policy with this name. Otherwise fails with the same errors as `createExemption`.
 */
export function createExemptionInSet(
  context: Context,
  actor: Actor,
  access: RecordAccess<PolicySetRow>,
  input: ExemptionInput & { readonly policyName: string },
): Promise<ExemptionRow> {
  return auditedTransaction(context, actor, async (tx) => {
    requireDirect(await lockOrganization(tx, access.row.organization_id));
    const policySet = await lockPolicySet(tx, access.row);
    const { id: policy_set_id, organization_id } = policySet;
    const { policyName: policy_name } = input;
    const problems = await policyNameProblems(tx, policySet, policy_name);
    const of = { organization_id, policy_id: null, policy_set_id, policy_name, problems };
    return insertNew(tx, { context, actor, access }, of, input);
  });
}

/** Caller who creates an exemption. The caller's rights determine to which policies the exemption applies. */
export interface Grant {
  readonly context: Context;
  readonly actor: Actor;
  readonly access: Pick<RecordAccess<unknown>, 'rights'>;
}

/** The policy from which an exemption is created, and the problems that prevent the exemption. */
interface ExemptedPolicy extends Pick<ExemptionRow, 'organization_id' | 'policy_id' | 'policy_set_id' | 'policy_name'> {
  readonly problems: readonly Problem[];
}

/**
 * Inserts an exemption in a transaction that has locked the organization. 422 for the problems of the policy and for the
 * reasons that `createExemption` names.
 */
export async function insertNew(
  tx: Transaction,
  { context, actor, access }: Grant,
  { problems, ...policy }: ExemptedPolicy,
  { workspace, attributes, requestedBy = null }: ExemptionInput,
): Promise<Audited<ExemptionRow>> {
  const { organization_id } = policy;
  const now = context.clock.now();
  const address = attributes['resource-address'] ?? null;
  const sent = attributes['expires-at'];
  const end = await endWithin(tx, { kind: 'exemption', organization: organization_id }, sent, now);
  const counted = await tx.first(countExemptions, { organization: organization_id });
  requireNone([
    ...problems,
    ...scopeProblems(workspace, address),
    ...(await unknownPlaces(tx, organization_id, { workspace })),
    ...end.problems,
    ...(sent === undefined && end.at === null ? [noEnd] : []),
    ...tooManyProblems(counted, maxExemptions, tooMany),
  ]);
  const id = newId('polex');
  const at = timestamp(now);
  await insertExemption(tx, {
    id,
    ...policy,
    workspace_id: workspace,
    resource_address: address,
    reason: attributes.reason,
    owner: attributes.owner,
    expires_at: end.at,
    covers_all_levels: coversAllLevels(access) ? 1 : 0,
    granter_teams: JSON.stringify(await teamsOf(tx, actor, organization_id)),
    requested_by: requestedBy,
    last_matched_at: at,
    created_by: JSON.stringify(actor.identity),
    created_at: at,
    updated_at: at,
  });
  const result = existing(await tx.first(exemptionById, { id }));
  const entry = { action: 'policy-exemption.create', type: 'policy-exemptions', id, organizationId: organization_id };
  return { result, audit: [{ ...entry, after: audited(result) }] };
}

/**
 * Changes the reason, owner or expiry of an exemption. 422 if the new expiry is in the past or later than the
 * organization permits. Also 422 if the exemption covers all enforcement levels and a caller who may not manage policies
 * changes the expiry. 403 if the new expiry is later and the organization creates exemptions only on request, or the
 * caller requested the exemption.
 */
export function updateExemption(
  context: Context,
  actor: Actor,
  access: RecordAccess<ExemptionRow>,
  attributes: Partial<ExemptionInput['attributes']>,
): Promise<ExemptionRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const before = existing(await lockedExemption(tx, access.row.id));
    const { id, organization_id: organizationId } = before;
    const now = context.clock.now();
    const { 'expires-at': sent, ...others } = attributes;
    const isNewEnd = sent !== undefined && storedTime(sent) !== before.expires_at;
    const { at: expires_at, problems } = isNewEnd
      ? await endWithin(tx, { kind: 'exemption', organization: organizationId }, sent, now)
      : { at: before.expires_at, problems: [] };
    if (isLater(expires_at, before.expires_at)) await requireExtensible(tx, actor, before);
    requireNone([
      ...problems,
      ...(isNewEnd && before.covers_all_levels === 1 && !coversAllLevels(access) ? [onlyManagers] : []),
    ]);
    const extended = isLater(expires_at, before.expires_at) && {
      granter_teams: JSON.stringify(await teamsOf(tx, actor, organizationId)),
    };
    const changes = { ...policyExemptions.changed(others), expires_at, ...extended };
    const after = { ...before, ...changes };
    if (isDeepStrictEqual(after, before)) return { result: before, audit: [] };
    const updated_at = timestamp(now);
    await updateExemptionRow(tx, id, { ...changes, updated_at });
    const entry = { action: 'policy-exemption.update', type: 'policy-exemptions', id, organizationId };
    return { result: { ...after, updated_at }, audit: [{ ...entry, before: audited(before), after: audited(after) }] };
  });
}

/**
 * Deletes several exemptions of an organization in one transaction. If one of them does not exist in the organization,
 * throws 422 and deletes none.
 */
export function deleteExemptions(
  context: Context,
  actor: Actor,
  { id: organizationId }: Pick<OrganizationRow, 'id'>,
  ids: readonly string[],
): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const rows = await lockedExemptions(tx, organizationId, ids);
    const known = new Set(rows.map(({ id }) => id));
    requireNone(ids.flatMap((id, index) => (known.has(id) ? [] : [unknownProblem(id, index)])));
    await deleteExemptionRows(tx, JSON.stringify([...known]));
    return { result: undefined, audit: rows.map(deletionEntry) };
  });
}

const unknownProblem = (id: string, index: number): Problem =>
  problemAt(`/data/${index}/id`, 'no-such-record', `The organization has no exemption ${id}`);

const deletionEntry = (before: ExemptionRow) => ({
  action: 'policy-exemption.delete',
  type: 'policy-exemptions',
  id: before.id,
  organizationId: before.organization_id,
  before: audited(before),
});

/** Deletes an exemption. The exemption then has no effect on any later evaluation. */
export function deleteExemption(context: Context, actor: Actor, { id }: ExemptionRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const before = existing(await lockedExemption(tx, id));
    await deleteExemptionRow(tx, id);
    return { result: undefined, audit: [deletionEntry(before)] };
  });
}

const storedTime = (sent: string | null): string | null => (sent === null ? null : timestamp(Date.parse(sent)));

/** Whether an end is later than another one. Null means no end. */
const isLater = (end: string | null, other: string | null): boolean => other !== null && (end === null || end > other);

/** Throws 403 unless the actor may change the end of an exemption to a later time. */
async function requireExtensible(
  reader: Reader,
  actor: Actor,
  { need_request, requested_by }: ExemptionRow,
): Promise<void> {
  if (need_request === 1) throw forbidden(onlyShorter);
  if (requested_by === null || !(await isSameParty(reader, JSON.parse(requested_by), actor))) return;
  throw forbidden(
    'The requester of an exemption cannot change its end to a later time, not even with another token. Another user who may change exemptions must change the end.',
  );
}

/** Throws 403 if the organization creates exemptions only by granting requests. */
function requireDirect({ exemptions_need_request }: OrganizationRow): void {
  if (exemptions_need_request === 1) throw forbidden(onlyOnRequest);
}

const howToRequest =
  'request an exemption for a failed evaluation with POST /api/v2/policy-evaluations/<id>/exemption-requests, and let another person grant the request';
const onlyOnRequest = `This organization creates exemptions only on request (exemptions-need-request): ${howToRequest}.`;
const onlyShorter = `This organization creates exemptions only on request (exemptions-need-request), so the end of an exemption cannot be made later: ${howToRequest}.`;

const noEnd = attributeProblem(
  'expires-at',
  'required',
  'Expires at is missing: send a time, or null for an exemption that never expires',
);

const onlyManagers = attributeProblem(
  'expires-at',
  'forbidden',
  'This exemption also applies to policies that do not permit overrides, so only users who manage policies can change its expiry',
);

function scopeProblems(workspace: string | null, address: string | null): readonly Problem[] {
  if (address === null) {
    const detail = 'Send a workspace, a resource-address, or both: an exemption cannot apply to all plans';
    return workspace === null ? [problemAt('/data/relationships/workspace', 'invalid', detail)] : [];
  }
  return addressProblems(address);
}

/** Returns a problem if an exemption cannot be about this resource address. */
export function addressProblems(address: string): readonly Problem[] {
  const detail = 'Resource address must be an address such as module.shop.aws_s3_bucket.logs[0]';
  return isResourceAddress(address) ? [] : [attributeProblem('resource-address', 'malformed', detail)];
}

async function policyNameProblems(
  tx: Transaction,
  { name, current_version_id }: PolicySetRow,
  policy: string,
): Promise<readonly Problem[]> {
  if (current_version_id === null) {
    const detail = `${name} is not a versioned policy set: create exemptions from its policies with POST /api/v2/policies/<id>/exemptions`;
    return [{ code: 'wrong-state', detail }];
  }
  const known = await tx.first(policyOfVersion, { version: current_version_id, name: policy });
  const detail = `Policy name must be the name of a policy in the current version of ${name}`;
  return known === undefined ? [attributeProblem('policy-name', 'no-such-record', detail)] : [];
}

const audited = (row: ExemptionRow) => ({
  policy: row.policy_id,
  ...(row.policy_set_id !== null && { 'policy-set': row.policy_set_id, 'policy-name': row.policy_name }),
  workspace: row.workspace_id,
  ...policyExemptions.audited(row),
});
