import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { evaluationReaders } from '../../../kernel/permissions.ts';
import { byId, guard, isIncluded, may, type RecordAccess } from '../../organizations/index.ts';
import { inPlan, policyRights } from '../access.ts';
import { type ReaderColumns, readerConditions } from '../evaluations/access.ts';
import { isSameOwner, partyOf } from '../parties.ts';
import { canBeWithdrawn, isOpen } from './exemption-requests.ts';
import { approversMissing } from './grant.ts';
import { type RequestRow, requestById } from './store.ts';

const { 'policy-exemption-requests': rights } = policyRights;

/** Whether a caller sent a request. Another credential of the same user is another caller. */
const isRequester = ({ identity }: Actor, { requested_by }: Pick<RequestRow, 'requested_by'>): boolean =>
  isSameOwner(JSON.parse(requested_by), identity);

export const requestFor = guard(rights, byId(requestById, 'policy_exemption_request_id'), {
  ...readerConditions,
  ...inPlan,
  requester: (_context, actor, { row }: RecordAccess<RequestRow>) => isRequester(actor, row),
});

/** Whether a caller sees the texts of a request and the names of those who sent and decided it. */
export const readsTexts = (actor: Actor, access: RecordAccess<Pick<RequestRow, 'requested_by'>>): boolean =>
  may(policyRights['policy-exemptions'].read)(access) || isRequester(actor, access.row);

/** Whether a caller who may read an evaluation may also read all other evaluations of its workspace. */
export const readsWholeWorkspace = async (
  context: Context,
  actor: Actor,
  access: RecordAccess<ReaderColumns>,
): Promise<boolean> =>
  may(evaluationReaders)(access) || (await readerConditions['place-reader'](context, actor, access));

/** Columns that determine who may grant a request. */
type GrantColumns = Pick<
  RequestRow,
  'organization_id' | 'policy_id' | 'policy_set_id' | 'requested_by' | 'status' | 'open_until'
>;

/** Actions that a caller may currently perform on a request. */
export interface RequestPermissions {
  readonly canGrant: boolean;
  readonly canRefuse: boolean;
  readonly canWithdraw: boolean;
}

/** Returns the requests that a caller may currently grant. All requests must belong to the same organization. */
export async function grantableAmong<Row extends GrantColumns>(
  context: Context,
  actor: Actor,
  access: Pick<RecordAccess<Row>, 'rights'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const now = context.clock.now();
  const open = rows.filter((row) => isOpen(row, now));
  const [row] = open;
  if (row === undefined || !(await isIncluded(rights.grant, inPlan)(context, actor, { ...access, row }))) return [];
  const isOwnParty = await partyOf(context.database, actor);
  const missing = await approversMissing(context.database, actor, open);
  const grantable: Row[] = [];
  for (const [index, request] of open.entries()) {
    const isOwn = await isOwnParty(JSON.parse(request.requested_by));
    if (!isOwn && missing[index]?.length === 0) grantable.push(request);
  }
  return grantable;
}

export async function permissionsOf(
  context: Context,
  actor: Actor,
  access: RecordAccess<RequestRow>,
): Promise<RequestPermissions> {
  const { row } = access;
  return {
    canGrant: (await grantableAmong(context, actor, access, [row])).length > 0,
    canRefuse: isOpen(row, context.clock.now()) && may(rights.refuse)(access),
    canWithdraw: canBeWithdrawn(row) && isRequester(actor, row),
  };
}
