// Access rights, declared as data. Each domain declares its rights in its file `access.ts`.
import type { Identity } from './actor.ts';
import type { Permission } from './permissions.ts';

/**
 * Access right. It consists of alternatives, of which at least one must hold for the caller. If an alternative is a
 * list, all of its words must hold. A word is the name of a permission, of another role in the organization, or of a
 * condition.
 */
export type Right<Word extends string> = readonly (Word | readonly Word[])[];

/** Access rights of a domain, by resource type and then by action. */
export type RightsTable<Word extends string> = Readonly<Record<string, Readonly<Record<string, Right<Word>>>>>;

/**
 * Permission or role of a caller in an organization. Everyone who belongs to the organization is a `member`, and so are
 * its tokens.
 */
export type Standing = Permission | 'member' | 'owner';

/** Conditions that depend only on the caller. The sentences appear in the documentation of permissions. */
export const callerConditions = {
  person: 'The caller is a person, with a session or with an API token of the account.',
  'site-administrator': 'The caller is a site administrator.',
  'organization-token': 'The caller uses the token of the organization.',
  'audit-trail-token': 'The caller uses the organization token that can only read the audit trail.',
  'command-line': 'The request comes from the command line on the machine of the service.',
} as const;

export type CallerCondition = keyof typeof callerConditions;

const kinds = {
  person: 'user',
  'site-administrator': 'user',
  'organization-token': 'organization',
  'audit-trail-token': 'audit-trails',
  'command-line': 'system',
} as const satisfies Readonly<Record<CallerCondition, Identity['kind']>>;

/** Identities for which a condition can hold. */
export type IdentityOf<Word extends CallerCondition> = Extract<Identity, { readonly kind: (typeof kinds)[Word] }>;

/** Whether at least one of these conditions holds for the caller. */
export const isCaller = <Word extends CallerCondition>(
  identity: Identity,
  words: readonly Word[],
): identity is IdentityOf<Word> =>
  words.some(
    (word) =>
      identity.kind === kinds[word] &&
      (word !== 'site-administrator' || (identity.kind === 'user' && identity.isAdmin)),
  );

/**
 * Whether a caller has an access right. `isTrue` returns whether a word holds for the caller. It is called for one word
 * after another, in order.
 */
export async function includes<Word extends string>(
  right: Right<Word>,
  isTrue: (word: Word) => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const each of right) {
    // Most words can be decided synchronously, so the result is awaited only if it is a promise.
    const answer = typeof each === 'string' ? isTrue(each) : areTrue(each, isTrue);
    if (typeof answer === 'boolean' ? answer : await answer) return true;
  }
  return false;
}

async function areTrue<Word>(words: readonly Word[], isTrue: (word: Word) => boolean | Promise<boolean>) {
  for (const word of words) if (!(await isTrue(word))) return false;
  return true;
}
