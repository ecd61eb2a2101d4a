// Accounts for invited people who are known only by their e-mail addresses.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { folded } from '../../../lib/text/text.ts';
import { freeUsername } from '../users/free-username.ts';
import { type UserRow, userByEmailForUpdate } from '../users/store.ts';
import { addUserIfFree, draftUser } from '../users/users.ts';

/** Account of an invited person, and the audit entry if the invitation created the account. */
export interface Invitee {
  readonly user: UserRow;
  readonly created?: AuditEntry;
}

/**
 * Finds or creates the account with an e-mail address inside a transaction. The address of a new account is
 * unconfirmed. `invitedBy` is a text that names the inviter and the organization, or null if there is no inviter.
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
  // The insertion failed because a concurrent transaction has taken the address or the username. That transaction has
  // committed, so the next attempt sees its account.
  return created === undefined ? findOrInvite(tx, context, email, invitedBy) : { user: draft.row, created };
}
