// Identifiers of related records: the text in which queries return them, and the list that API documents contain.

/**
 * Identifiers of the records in a relationship. Contains only the first ones if there are too many for one response.
 */
export interface Linked {
  readonly ids: readonly string[];
  /** Total number of records in the relationship. */
  readonly count: number;
}

const none: Linked = { ids: [], count: 0 };

/**
 * Parses a relationship column, which contains the total number of related records and then their identifiers,
 * separated by spaces. Null means that there are none.
 */
export const linkedIn = (text: string | null): Linked => {
  const count = linkedCount(text);
  return text === null || count === 0 ? none : { ids: text.split(' ').slice(1), count };
};

/** Returns the total number of related records without parsing their identifiers. */
export const linkedCount = (text: string | null): number => Number.parseInt(text ?? '0', 10) || 0;

export const isTruncated = ({ ids, count }: Linked): boolean => ids.length < count;

/** Maximum number of policies in a policy set. */
export const maxPolicies = 5_000;

/** Maximum number of approver teams of a policy set. */
export const maxApprovers = 20;

/** Maximum number of records in most other relationships, such as the members, teams or projects of an organization. */
export const maxRelated = 10_000;

/** Maximum number of workspaces in an organization. */
export const maxWorkspaces = 100_000;

/** Maximum number of identifiers in all relationships of one page together. */
export const maxLinkedTogether = 10_000;

/**
 * Number of identifiers to which each relationship of a page is truncated if all of them together exceed
 * `maxLinkedTogether`.
 */
export const maxLinkedEach = 100;
