// Suspends, reactivates, promotes and demotes accounts (API reference, states and transitions).
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { badRequest, invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { endImpersonationsBy, endImpersonationsOf, endSessionsOf } from '../sessions/store.ts';
import { setUserStatus } from '../users/store.ts';
import { getShownUser, lockUser, noAdministrator, type ShownUser, type UserRow } from '../users/users.ts';
import { requireOtherAccount, requireRemainingAdministrator } from './guards.ts';
import { notifyOfPromotion } from './promotion.ts';

interface Transition {
  /** Action name in the audit log. */
  readonly action: string;
  readonly after: { readonly is_suspended: 0 | 1 } | { readonly is_admin: 0 | 1 };
  /** Error detail of the 400 response for an account that already has this status. */
  readonly refusal: string;
  /** Past participle of the action, such as `suspended`, for the 422 message about the last active administrator. */
  readonly participle: string;
  /** Throws 422 if the account does not allow the transition. */
  readonly requireAllowed?: (actor: Actor, user: UserRow) => void;
  /** Makes further changes in the same transaction. `at` is the current time in ISO 8601. */
  readonly effect?: (tx: Transaction, id: string, at: string) => Promise<unknown>;
  readonly notify?: (tx: Transaction, context: Context, actor: Actor, user: UserRow) => Promise<void>;
}

const transitions = {
  suspend: {
    action: 'user.suspend',
    after: { is_suspended: 1 },
    refusal: 'User is already suspended.',
    participle: 'suspended',
    requireAllowed: (actor, { id }) => requireOtherAccount(actor, id, 'suspend yourself'),
    effect: endAllSessions,
  },
  unsuspend: {
    action: 'user.unsuspend',
    after: { is_suspended: 0 },
    refusal: 'User is not suspended.',
    participle: 'unsuspended',
  },
  grant_admin: {
    action: 'user.grant-admin',
    after: { is_admin: 1 },
    refusal: 'User is already an administrator.',
    participle: 'promoted',
    requireAllowed: requirePerson,
    notify: notifyOfPromotion,
  },
  revoke_admin: {
    action: 'user.revoke-admin',
    after: { is_admin: 0 },
    refusal: 'User is not an administrator.',
    participle: 'demoted',
    effect: endImpersonationsBy,
  },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof transitions;

/**
 * Changes the status of an account. 400 if the account already has this status, even if a concurrent request has set
 * it. 404 if the account was deleted concurrently. 422 if a rule refuses the change.
 */
export function changeAccountStatus(
  context: Context,
  actor: Actor,
  { id }: Pick<UserRow, 'id'>,
  name: TransitionName,
): Promise<ShownUser> {
  return auditedTransaction(context, actor, async (tx) => {
    const entry = await applyTransition(tx, context, actor, { before: await lockUser(tx, id), name });
    return { result: await getShownUser(tx, actor, id), audit: [entry] };
  });
}

/**
 * Changes the status of an account inside a transaction, which must have locked the account's row. Returns the audit
 * entry. Throws the same errors as `changeAccountStatus`.
 */
export async function applyTransition(
  tx: Transaction,
  context: Context,
  actor: Actor,
  { before, name }: { readonly before: UserRow; readonly name: TransitionName },
): Promise<AuditEntry> {
  const { action, after: changed, refusal, participle, requireAllowed, effect, notify }: Transition = transitions[name];
  const { id } = before;
  const after = { ...before, ...changed };
  if (isSame(before, after)) throw badRequest(refusal, 'wrong-state');
  requireAllowed?.(actor, before);
  await effect?.(tx, id, timestamp(context.clock.now()));
  await setUserStatus(tx, before, after);
  await requireRemainingAdministrator(tx, { before, after }, participle);
  await notify?.(tx, context, actor, before);
  return { action, type: 'users', id, before: auditedStatus(before), after: auditedStatus(after) };
}

const isSame = (one: UserRow, other: UserRow): boolean =>
  one.is_admin === other.is_admin && one.is_suspended === other.is_suspended;

const auditedStatus = ({ is_admin, is_suspended }: UserRow) => ({
  'is-admin': is_admin === 1,
  'is-suspended': is_suspended === 1,
});

function requirePerson(_actor: Actor, { is_service_account }: UserRow): void {
  if (is_service_account === 1) throw invalid({ code: 'wrong-state', detail: noAdministrator });
}

async function endAllSessions(tx: Transaction, id: string, at: string): Promise<void> {
  await endSessionsOf(tx, id);
  await endImpersonationsOf(tx, id, at);
}
