// Administrators cannot lock themselves out, or leave the instance without an administrator.
import type { Transaction } from '../../../db/database.ts';
import { invalid, notWhileImpersonating } from '../../../jsonapi/errors.ts';
import { type Actor, impersonatorOf } from '../../../kernel/actor.ts';
import type { AccountStatus } from '../users/counts.ts';
import { activeAdministrator } from './store.ts';

/** 422 when the account is the actor's own, or that of the administrator behind an impersonation. */
export function requireOtherAccount(actor: Actor, id: string, act: string): void {
  const { identity } = actor;
  const isOwn = (identity.kind === 'user' && identity.id === id) || impersonatorOf(actor)?.id === id;
  if (isOwn) throw invalid({ code: 'forbidden', detail: `You cannot ${act} yourself.` });
}

/** 403 when the account is the one that the impersonation acts as. */
export function requireNotImpersonated(actor: Actor, id: string): void {
  const { identity } = actor;
  const isImpersonated = impersonatorOf(actor) !== undefined && identity.kind === 'user' && identity.id === id;
  if (isImpersonated) throw notWhileImpersonating();
}

/**
 * 422 when a change has removed the last active administrator. The transaction has locked the counters of accounts, so that
 * no other one decides this at the same time.
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
