// Rights as data: each domain has one table in its `access.ts`.
import type { Permission } from './permissions.ts';

/**
 * The callers who may do one thing: those that one of the words is true of. A list among them holds words that all have to be
 * true. A word is a permission in the organization, a standing there, or the name of a condition.
 */
export type Right<Word extends string> = readonly (Word | readonly Word[])[];

/** The rights in a domain, by resource and action. */
export type RightsTable<Word extends string> = Readonly<Record<string, Readonly<Record<string, Right<Word>>>>>;

/** What is true of a caller by its rights in the organization alone. A `member` is everybody who belongs to it, its tokens included. */
export type Standing = Permission | 'member' | 'owner';

/** Whether a right includes a caller; `isTrue` tells whether a word is true of it, and is asked in the order of the words. */
export async function includes<Word extends string>(
  right: Right<Word>,
  isTrue: (word: Word) => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const each of right) if (await areTrue(typeof each === 'string' ? [each] : each, isTrue)) return true;
  return false;
}

async function areTrue<Word>(words: readonly Word[], isTrue: (word: Word) => boolean | Promise<boolean>) {
  for (const word of words) if (!(await isTrue(word))) return false;
  return true;
}
