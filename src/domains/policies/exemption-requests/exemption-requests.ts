// Requests for exemptions: sends, refuses and withdraws them. They are granted in grant.ts.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { existing, invalid, requireFewer, requireNone } from '../../../jsonapi/errors.ts';
import type { InputOf } from '../../../jsonapi/payload.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, requireEntitlement } from '../../organizations/index.ts';
import { endWithin } from '../end-within.ts';
import { type EvaluationRow, evaluationById } from '../evaluations/store.ts';
import { creatorWithParty, partyOf } from '../parties.ts';
import { policyExemptionRequests } from './entity.ts';
import { failedOutcome, policyOf, type RequestedPolicy } from './failed-policy.ts';
import type { createPayload } from './input.ts';
import {
  countOpenByRequester,
  countOpenOfWorkspace,
  deleteRequest,
  insertRequest,
  lockedRequest,
  type RequestRow,
  requestById,
  sameRequest,
  updateRequest,
} from './store.ts';

/** Time in ms during which a request can be granted or refused. */
const openTime = 30 * 86_400_000;

/** Maximum number of open requests of one party in an organization, and of all parties for one workspace. */
const [maxOfParty, maxOfWorkspace] = [20, 200];

/** Statuses of evaluations that have outcomes. */
const finished: readonly string[] = ['passed', 'failed', 'errored', 'unreachable', 'overridden'];

type RequestInput = InputOf<typeof createPayload>['attributes'];

/** A request, and whether it is new. If it is not, the same identity sent the same request before. */
export interface SentRequest {
  readonly row: RequestRow;
  readonly isNew: boolean;
}

/**
 * Requests an exemption from a policy that did not pass in an evaluation. If the caller has already sent an open request
 * for the same policy, workspace and resource, returns this request. 422 if the evaluation has no workspace or no such
 * outcome, if the requested end is in the past or later than the organization permits, or if there are too many open
 * requests.
 */
export async function createRequest(
  context: Context,
  actor: Actor,
  evaluation: EvaluationRow,
  { 'policy-id': policy, 'resource-address': address = null, ...attributes }: RequestInput,
): Promise<SentRequest> {
  const { id: evaluation_id, organization_id } = evaluation;
  await requireEntitlement(context, organization_id, 'policy-enforcement');
  requireFinished(evaluation);
  const outcome = await failedOutcome(context.database, evaluation, { policy, address });
  return auditedTransaction<SentRequest>(context, actor, async (tx) => {
    // The lock prevents concurrent transactions from exceeding the limits together.
    await lockOrganization(tx, organization_id);
    const workspace_id = workspaceOf(existing(await tx.first(evaluationById, { id: evaluation_id })));
    const about = { ...(await policyOf(tx, organization_id, outcome)), workspace_id, resource_address: address };
    const now = context.clock.now();
    const ending = { kind: 'exemption', organization: organization_id } as const;
    const end = await endWithin(tx, ending, attributes['expires-at'], now);
    requireNone(end.problems);
    const known = await knownRequest(tx, actor, about, timestamp(now));
    if (known !== undefined) return { result: { row: known, isNew: false }, audit: [] };
    await requireFewRequests(tx, actor, { organization: organization_id, workspace: workspace_id }, timestamp(now));
    const { reason } = attributes;
    const row = await insertNew(tx, context, actor, {
      ...about,
      organization_id,
      evaluation_id,
      reason,
      expires_at: end.at,
    });
    return { result: { row, isNew: true }, audit: [{ ...entryOf('create', row), after: audited(row) }] };
  });
}

/** Throws 422 unless the evaluation has outcomes and a workspace. */
function requireFinished(evaluation: EvaluationRow): void {
  const { status } = evaluation;
  if (!finished.includes(status)) {
    const detail = `The evaluation is ${status}: request exemptions from the policies that failed in a finished evaluation.`;
    throw invalid({ code: 'wrong-state', detail });
  }
  workspaceOf(evaluation);
}

/** Returns the workspace of an evaluation. 422 if the evaluation has none, or if the workspace has been deleted. */
function workspaceOf({ workspace_id }: EvaluationRow): string {
  if (workspace_id !== null) return workspace_id;
  const detail =
    'The evaluation has no workspace that still exists, but an exemption from a request applies to a workspace. Register the workspace, and name it when you create the evaluation.';
  throw invalid({ code: 'wrong-state', detail });
}

type About = RequestedPolicy & Readonly<{ workspace_id: string; resource_address: string | null }>;

/** Returns the open request that the caller has already sent for the same policy, workspace and resource. */
async function knownRequest(
  tx: Transaction,
  { identity }: Actor,
  { policy_id, policy_set_id, policy_name, workspace_id, resource_address }: About,
  now: string,
): Promise<RequestRow | undefined> {
  if (!('id' in identity)) return undefined;
  const found = await tx.first(sameRequest, {
    workspace: workspace_id,
    requester: identity.id,
    now,
    policy: policy_id ?? '',
    policySet: policy_set_id ?? '',
    policyName: policy_name ?? '',
    address: resource_address ?? '',
  });
  return found && tx.first(requestById, found);
}

/** Throws 422 if the party of the caller, or the workspace, has the maximum number of open requests. */
async function requireFewRequests(
  tx: Transaction,
  actor: Actor,
  { organization, workspace }: { readonly organization: string; readonly workspace: string },
  now: string,
): Promise<void> {
  requireFewer(
    await tx.first(countOpenOfWorkspace, { workspace, now }),
    maxOfWorkspace,
    `The workspace has ${maxOfWorkspace} open exemption requests, which is the maximum. Wait until some of them have been granted, refused or withdrawn.`,
  );
  const isSameParty = await partyOf(tx, actor);
  const counts = await tx.rows(countOpenByRequester, { organization, now });
  let ofParty = 0;
  for (const { requested_by, total } of counts) {
    if (await isSameParty(JSON.parse(requested_by))) ofParty += total;
  }
  requireFewer(
    { total: ofParty },
    maxOfParty,
    `You have ${maxOfParty} open exemption requests in this organization, which is the maximum. Requests with all credentials that you can use count together. Withdraw one of them, or wait until one has been granted or refused.`,
  );
}

type NewRequest = About &
  Readonly<{ organization_id: string; evaluation_id: string; reason: string; expires_at: string | null }>;

async function insertNew(tx: Transaction, { clock }: Context, actor: Actor, row: NewRequest): Promise<RequestRow> {
  const now = clock.now();
  const id = newId('polexreq');
  const { identity } = actor;
  await insertRequest(tx, {
    ...row,
    id,
    status: 'open',
    requested_by: JSON.stringify(await creatorWithParty(tx, actor, row.organization_id)),
    requester_id: 'id' in identity ? identity.id : null,
    open_until: timestamp(now + openTime),
    created_at: timestamp(now),
  });
  return existing(await tx.first(requestById, { id }));
}

/** Whether a request can be granted or refused at the time `now` in ms. */
export const isOpen = ({ status, open_until }: Pick<RequestRow, 'status' | 'open_until'>, now: number): boolean =>
  status === 'open' && open_until > timestamp(now);

/** Whether a request can be withdrawn. A request that nobody has decided in time can be withdrawn, too. */
export const canBeWithdrawn = ({ status }: Pick<RequestRow, 'status'>): boolean => status === 'open';

/** Locks a request until the transaction ends. 404 if it was deleted, and 422 unless it is open. */
export async function lockOpen(tx: Transaction, id: string, now: number): Promise<RequestRow> {
  const row = existing(await lockedRequest(tx, id));
  if (isOpen(row, now)) return row;
  const detail =
    row.status === 'open'
      ? `The request expired at ${row.open_until}. The requester must send a new request.`
      : `The request has already been ${row.status}.`;
  throw invalid({ code: 'wrong-state', detail });
}

/** Refuses a request. 422 unless the request is open. */
export function refuseRequest(
  context: Context,
  actor: Actor,
  { id }: Pick<RequestRow, 'id'>,
  comment: string,
): Promise<RequestRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const now = context.clock.now();
    const before = await lockOpen(tx, id, now);
    await updateRequest(tx, id, {
      status: 'refused',
      comment,
      decided_by: JSON.stringify(actor.identity),
      decided_at: timestamp(now),
    });
    const result = existing(await tx.first(requestById, { id }));
    return { result, audit: [{ ...entryOf('refuse', result), before: audited(before), after: audited(result) }] };
  });
}

/** Withdraws a request, which deletes it. 422 if the request has been granted or refused. */
export function withdrawRequest(context: Context, actor: Actor, { id }: Pick<RequestRow, 'id'>): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const before = existing(await lockedRequest(tx, id));
    if (!canBeWithdrawn(before)) {
      const detail = `The request has already been ${before.status}, so it cannot be withdrawn.`;
      throw invalid({ code: 'wrong-state', detail });
    }
    await deleteRequest(tx, id);
    return { result: undefined, audit: [{ ...entryOf('delete', before), before: audited(before) }] };
  });
}

/** Returns the members of an audit record about a request. */
export const entryOf = (
  action: 'create' | 'grant' | 'refuse' | 'delete',
  { id, organization_id }: Pick<RequestRow, 'id' | 'organization_id'>,
) => ({
  action: `policy-exemption-request.${action}`,
  type: 'policy-exemption-requests',
  id,
  organizationId: organization_id,
});

export const audited = (row: RequestRow) => ({
  policy: row.policy_id,
  ...(row.policy_set_id !== null && { 'policy-set': row.policy_set_id, 'policy-name': row.policy_name }),
  workspace: row.workspace_id,
  evaluation: row.evaluation_id,
  status: row.status,
  ...(row.comment !== null && { comment: row.comment }),
  ...(row.exemption_id !== null && { exemption: row.exemption_id }),
  ...policyExemptionRequests.audited(row),
});
