// An account for a person of whom only the e-mail address is known.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { folded } from '../../../lib/text/text.ts';
import { freeUsername } from '../users/free-username.ts';
import { type UserRow, userByEmailForUpdate } from '../users/store.ts';
import { addUserIfFree, draftUser } from '../users/users.ts';
import { releaseClaim } from './addresses.ts';

/** The account of an address, with audit entries where it is new. */
export interface Invitee {
  readonly user: UserRow;
  readonly audit: readonly AuditEntry[];
  /** True if another account had claimed the address. */
  readonly wasClaimed: boolean;
}

/**
 * Finds or creates the account of an e-mail address inside a transaction. An account that merely claims the address is not
 * meant, and loses it.
 */
export async function findOrInvite(tx: Transaction, context: Context, email: string): Promise<Invitee> {
  const released = await releaseClaim(tx, context, email);
  const user = await tx.first(userByEmailForUpdate, { key: folded(email) });
  if (user !== undefined) return { user, audit: [], wasClaimed: false };
  const username = await freeUsername(tx, email);
  const draft = await draftUser(context, { username, email, emailProof: 'invitation' });
  const entry = await addUserIfFree(tx, draft);
  // Another transaction has just taken the address or the username, and has committed.
  if (entry === undefined) return findOrInvite(tx, context, email);
  return { user: draft.row, audit: [...released, entry], wasClaimed: released.length > 0 };
}
