// Rights as data: each domain has one table in its `access.ts`.
import type { Identity } from './actor.ts';
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

/** The conditions on the caller alone, as the documentation words them. */
export const callerConditions = {
  person: 'The caller is a person, with a session or with an API token of the account.',
  'site-administrator': 'The caller is a site administrator.',
  'organization-token': 'The caller is the token of the organization.',
  'audit-trail-token': 'The caller is the token of the organization that reads the audit trail and nothing else.',
  'command-line': 'The caller is the command line on the machine of the service.',
} as const;

export type CallerCondition = keyof typeof callerConditions;

const kinds = {
  person: 'user',
  'site-administrator': 'user',
  'organization-token': 'organization',
  'audit-trail-token': 'audit-trails',
  'command-line': 'system',
} as const satisfies Readonly<Record<CallerCondition, Identity['kind']>>;

/** The identities of which a condition can be true. */
export type IdentityOf<Word extends CallerCondition> = Extract<Identity, { readonly kind: (typeof kinds)[Word] }>;

/** Whether one of the conditions is true of a caller. */
export const isCaller = <Word extends CallerCondition>(
  identity: Identity,
  words: readonly Word[],
): identity is IdentityOf<Word> =>
  words.some(
    (word) =>
      identity.kind === kinds[word] &&
      (word !== 'site-administrator' || (identity.kind === 'user' && identity.isAdmin)),
  );

/** Whether a right includes a caller; `isTrue` tells whether a word is true of it, and is asked in the order of the words. */
export async function includes<Word extends string>(
  right: Right<Word>,
  isTrue: (word: Word) => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const each of right) {
    // Only what is a promise is waited for: most rights need none.
    const answer = typeof each === 'string' ? isTrue(each) : areTrue(each, isTrue);
    if (typeof answer === 'boolean' ? answer : await answer) return true;
  }
  return false;
}

async function areTrue<Word>(words: readonly Word[], isTrue: (word: Word) => boolean | Promise<boolean>) {
  for (const word of words) if (!(await isTrue(word))) return false;
  return true;
}
