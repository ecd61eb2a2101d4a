// Access rights as data. Each domain has a table of rights in its `access.ts`.
import type { Identity } from './actor.ts';
import type { Permission } from './permissions.ts';

/**
 * Alternatives, at least one of which must be true of the caller. An alternative that is a list requires all of its
 * words. A word is a permission or another standing in the organization, or the name of a condition.
 */
export type Right<Word extends string> = readonly (Word | readonly Word[])[];

/** Rights of a domain, by resource type and action. */
export type RightsTable<Word extends string> = Readonly<Record<string, Readonly<Record<string, Right<Word>>>>>;

/**
 * Standing of a caller in an organization. `member` includes everyone who belongs to the organization, and its tokens.
 */
export type Standing = Permission | 'member' | 'owner';

/** Conditions that depend only on the caller, as sentences for the documentation of permissions. */
export const callerConditions = {
  person: 'The caller is a person, with a session or with an API token of the account.',
  'site-administrator': 'The caller is a site administrator.',
  'organization-token': 'The caller is the token of the organization.',
  'audit-trail-token': 'The caller is the organization token that can only read the audit trail.',
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

/** Identities that can satisfy a condition. */
export type IdentityOf<Word extends CallerCondition> = Extract<Identity, { readonly kind: (typeof kinds)[Word] }>;

/** Whether at least one of the conditions is true of the caller. */
export const isCaller = <Word extends CallerCondition>(
  identity: Identity,
  words: readonly Word[],
): identity is IdentityOf<Word> =>
  words.some(
    (word) =>
      identity.kind === kinds[word] &&
      (word !== 'site-administrator' || (identity.kind === 'user' && identity.isAdmin)),
  );

/** Whether a right includes a caller. Calls `isTrue` for one word after the other, in order. */
export async function includes<Word extends string>(
  right: Right<Word>,
  isTrue: (word: Word) => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const each of right) {
    // Awaits only promises, because most rights can be decided synchronously.
    const answer = typeof each === 'string' ? isTrue(each) : areTrue(each, isTrue);
    if (typeof answer === 'boolean' ? answer : await answer) return true;
  }
  return false;
}

async function areTrue<Word>(words: readonly Word[], isTrue: (word: Word) => boolean | Promise<boolean>) {
  for (const word of words) if (!(await isTrue(word))) return false;
  return true;
}
