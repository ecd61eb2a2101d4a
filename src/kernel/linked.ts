// Identifiers of related records, as queries return them and documents show them.

/** Related records of a record: all identifiers, or only the first ones if there are too many for one response. */
export interface Linked {
  readonly ids: readonly string[];
  /** Total number of related records. */
  readonly count: number;
}

const none: Linked = { ids: [], count: 0 };

/** Parses a column with related records: their total number, then identifiers, separated by spaces. Null means none. */
export const linkedIn = (text: string | null): Linked => {
  const count = linkedCount(text);
  return text === null || count === 0 ? none : { ids: text.split(' ').slice(1), count };
};

/** Returns only the total number, without parsing the identifiers. */
export const linkedCount = (text: string | null): number => Number.parseInt(text ?? '0', 10) || 0;

export const isTruncated = ({ ids, count }: Linked): boolean => ids.length < count;

/** Maximum number of policies in a policy set. */
export const maxPolicies = 5_000;

/** Maximum number of other related records, such as the members, teams or projects of an organization. */
export const maxRelated = 10_000;

/** Maximum number of workspaces in an organization. */
export const maxWorkspaces = 100_000;

/** Maximum total number of identifiers in the relationships of one page. */
export const maxLinkedTogether = 10_000;

/** Number of identifiers to which each relationship of a page is truncated if their total exceeds the maximum. */
export const maxLinkedEach = 100;
