import type { Transaction } from '../../../db/database.ts';
import { isAnyIdForm } from '../../../kernel/ids.ts';
import { randomText } from '../../../lib/text/random-text.ts';
import { folded } from '../../../lib/text/text.ts';
import { usernameKeysAmong } from './store.ts';

/** Maximum length of the text before the number that makes a username unique. Usernames have at most 64 characters. */
const maxStemLength = 56;
const maxNumbered = 20;

/**
 * Returns a free username derived from the first of the names or addresses that contains usable characters. If it is
 * taken, a number is appended.
 */
export async function freeUsername(tx: Transaction, ...names: readonly string[]): Promise<string> {
  const stem = names.map(stemOf).find((each) => each !== undefined) ?? 'user';
  const numbered = Array.from({ length: maxNumbered }, (_, index) => (index === 0 ? stem : `${stem}${index + 1}`));
  const taken = await tx.rows(usernameKeysAmong, { keys: JSON.stringify(numbered.map(folded)) });
  const keys = new Set(taken.map(({ username_key }) => username_key));
  return numbered.find((name) => !keys.has(folded(name)) && !isAnyIdForm(name)) ?? `${stem}-${randomText(7)}`;
}

/**
 * Returns the characters of a name, or of an address before its `@`, that a username may contain. Undefined if there
 * are none, for example if the name is not in Latin script.
 */
function stemOf(name: string): string | undefined {
  const [local = ''] = name.split('@');
  const plain = local.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const isLatin = /[A-Za-z0-9]/.test(plain) && !/(?![A-Za-z])\p{L}/u.test(plain);
  return isLatin ? plain.replaceAll(/[^A-Za-z0-9_.-]/gu, '-').slice(0, maxStemLength) : undefined;
}
