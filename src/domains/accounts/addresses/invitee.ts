// An account for a person of whom only the e-mail address is known.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { folded } from '../../../lib/text/text.ts';
import { freeUsername } from '../users/free-username.ts';
import { type UserRow, userByEmailForUpdate } from '../users/store.ts';
import { addUserIfFree, draftUser } from '../users/users.ts';

/** The account of an address, with its audit entry if it is new. */
export interface Invitee {
  readonly user: UserRow;
  readonly created?: AuditEntry;
}

/**
 * Finds or creates the account of an e-mail address inside a transaction. A new account only claims the address: nobody has
 * vouched for it yet. `invitedBy` says in words who invites, and where; null if nobody does.
 */
export async function findOrInvite(
  tx: Transaction,
  context: Context,
  email: string,
  invitedBy: string | null,
): Promise<Invitee> {
  const user = await tx.first(userByEmailForUpdate, { key: folded(email) });
  if (user !== undefined) return { user };
  const username = await freeUsername(tx, email);
  const draft = await draftUser(context, { username, email, emailProof: null, invitedBy });
  const created = await addUserIfFree(tx, draft);
  // Another transaction has just taken the address or the username, and has committed.
  return created === undefined ? findOrInvite(tx, context, email, invitedBy) : { user: draft.row, created };
}
