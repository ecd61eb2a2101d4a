import type { Transaction } from '../../../db/database.ts';
import { isAnyIdForm } from '../../../kernel/ids.ts';
import { randomText } from '../../../lib/text/random-text.ts';
import { folded } from '../../../lib/text/text.ts';
import { usernameKeysAmong } from './store.ts';

/** Leaves space for a number within the 64 characters of a username. */
const maxStemLength = 56;
const maxNumbered = 20;

/** A free username that begins like the first name or address that can be written, with a number where that is taken. */
export async function freeUsername(tx: Transaction, ...names: readonly string[]): Promise<string> {
  const stem = names.map(stemOf).find((each) => each !== undefined) ?? 'user';
  const numbered = Array.from({ length: maxNumbered }, (_, index) => (index === 0 ? stem : `${stem}${index + 1}`));
  const taken = await tx.rows(usernameKeysAmong, { keys: JSON.stringify(numbered.map(folded)) });
  const keys = new Set(taken.map(({ username_key }) => username_key));
  return numbered.find((name) => !keys.has(folded(name)) && !isAnyIdForm(name)) ?? `${stem}-${randomText(7)}`;
}

/** The characters of a name, or of an address before its `@`, that a username may have; undefined for one in another script. */
function stemOf(name: string): string | undefined {
  const [local = ''] = name.split('@');
  const plain = local.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const isLatin = /[A-Za-z0-9]/.test(plain) && !/(?![A-Za-z])\p{L}/u.test(plain);
  return isLatin ? plain.replaceAll(/[^A-Za-z0-9_.-]/gu, '-').slice(0, maxStemLength) : undefined;
}
