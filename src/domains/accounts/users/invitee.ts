// An account for somebody who is known by an e-mail address only.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { randomText } from '../../../lib/ids.ts';
import { folded } from '../../../lib/text.ts';
import { lockedUserByEmail, type UserRow, usernameKeysAmong } from './store.ts';
import { addUserIfFree, draftUser } from './users.ts';

/** Leaves room for a number within the 64 characters of a username. */
const maxStemLength = 56;
const maxNumbered = 20;

/** A username out of a name or an address, of which the part before its `@` counts. */
const stemOf = (name: string): string => {
  const [local = ''] = name.split('@');
  return local.replaceAll(/[^A-Za-z0-9_.-]/g, '-').slice(0, maxStemLength) || 'user';
};

/** A username like a name, or like the part of an address before its `@`, with a number where that is taken. */
export const freeUsername = async (tx: Transaction, name: string): Promise<string> => {
  const stem = stemOf(name);
  const numbered = Array.from({ length: maxNumbered }, (_, index) => (index === 0 ? stem : `${stem}${index + 1}`));
  const taken = await tx.rows(usernameKeysAmong, { keys: JSON.stringify(numbered.map(folded)) });
  const keys = new Set(taken.map(({ username_key }) => username_key));
  return numbered.find((name) => !keys.has(folded(name))) ?? `${stem}-${randomText(7)}`;
};

/** Finds the account of an e-mail address inside a change, or creates it; then there is something to audit. */
export const findOrInvite = async (
  tx: Transaction,
  context: Context,
  email: string,
): Promise<{ readonly user: UserRow; readonly audit: readonly AuditEntry[] }> => {
  const user = await tx.first(lockedUserByEmail, { key: folded(email) });
  if (user !== undefined) return { user, audit: [] };
  const draft = await draftUser(context, { username: await freeUsername(tx, email), email });
  const entry = await addUserIfFree(tx, draft);
  // Somebody took the address or the username at the same time, and has committed: now it is seen.
  return entry === undefined ? findOrInvite(tx, context, email) : { user: draft.row, audit: [entry] };
};
