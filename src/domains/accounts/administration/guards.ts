// Rules that keep administrators from locking themselves out and from leaving the instance without an administrator.
import type { Transaction } from '../../../db/database.ts';
import { invalid, notWhileImpersonating } from '../../../jsonapi/errors.ts';
import { type Actor, impersonatorOf } from '../../../kernel/actor.ts';
import type { AccountStatus } from '../users/counts.ts';
import { activeAdministrator } from './store.ts';

/** Throws 422 if the account belongs to the actor, or to the administrator who impersonates the actor. */
export function requireOtherAccount(actor: Actor, id: string, act: string): void {
  const { identity } = actor;
  const isOwn = (identity.kind === 'user' && identity.id === id) || impersonatorOf(actor)?.id === id;
  if (isOwn) throw invalid({ code: 'forbidden', detail: `You cannot ${act}.` });
}

/** Throws 403 if the account is the one that the actor impersonates. */
export function requireNotImpersonated(actor: Actor, id: string): void {
  const { identity } = actor;
  const isImpersonated = impersonatorOf(actor) !== undefined && identity.kind === 'user' && identity.id === id;
  if (isImpersonated) throw notWhileImpersonating();
}

/**
 * Throws 422 if a change has removed the last active administrator. The caller's transaction must hold the lock on the
 * account counters, so that concurrent changes are checked one after the other.
 */
export async function requireRemainingAdministrator(
  tx: Transaction,
  { before, after }: { readonly before: AccountStatus; readonly after?: AccountStatus },
  participle: string,
): Promise<void> {
  if (!isActiveAdministrator(before) || isActiveAdministrator(after)) return;
  if ((await tx.first(activeAdministrator, {})) !== undefined) return;
  throw invalid({ code: 'last-administrator', detail: `The last active administrator cannot be ${participle}.` });
}

const isActiveAdministrator = (status: AccountStatus | undefined): boolean =>
  status?.is_admin === 1 && status.is_suspended === 0;
