// An account for a person of whom only the e-mail address is known.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { randomText } from '../../../lib/ids.ts';
import { folded } from '../../../lib/text.ts';
import { lockedUserByEmail, type UserRow, usernameKeysAmong } from './store.ts';
import { addUserIfFree, draftUser } from './users.ts';

/** Leaves space for a number within the 64 characters of a username. */
const maxStemLength = 56;
const maxNumbered = 20;

/** Finds or creates the account of an e-mail address inside a transaction. Only a new account is audited. */
export async function findOrInvite(
  tx: Transaction,
  context: Context,
  email: string,
): Promise<{ readonly user: UserRow; readonly audit: readonly AuditEntry[] }> {
  const user = await tx.first(lockedUserByEmail, { key: folded(email) });
  if (user !== undefined) return { user, audit: [] };
  const draft = await draftUser(context, { username: await freeUsername(tx, email), email });
  const entry = await addUserIfFree(tx, draft);
  // Another transaction has just taken the address or the username, and has committed.
  return entry === undefined ? findOrInvite(tx, context, email) : { user: draft.row, audit: [entry] };
}

/** A free username that begins like a name or an address, with a number where that is taken. */
export async function freeUsername(tx: Transaction, name: string): Promise<string> {
  const stem = stemOf(name);
  const numbered = Array.from({ length: maxNumbered }, (_, index) => (index === 0 ? stem : `${stem}${index + 1}`));
  const taken = await tx.rows(usernameKeysAmong, { keys: JSON.stringify(numbered.map(folded)) });
  const keys = new Set(taken.map(({ username_key }) => username_key));
  return numbered.find((name) => !keys.has(folded(name))) ?? `${stem}-${randomText(7)}`;
}

/** The characters of a name, or of an address before its `@`, that a username may have. */
const stemOf = (name: string): string => {
  const [local = ''] = name.split('@');
  return local.replaceAll(/[^A-Za-z0-9_.-]/g, '-').slice(0, maxStemLength) || 'user';
};
