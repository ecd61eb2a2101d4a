// The identifiers of related records, as queries read them and documents show them.

/** The related records of a record: all identifiers, or the first of them where all would be too many for one answer. */
export interface Linked {
  readonly ids: readonly string[];
  /** Of all related records. */
  readonly count: number;
}

const none: Linked = { ids: [], count: 0 };

/** A row's column with related records: their number, then identifiers, separated by spaces. Null stands for none. */
export const linkedIn = (text: string | null): Linked => {
  const count = linkedCount(text);
  return text === null || count === 0 ? none : { ids: text.split(' ').slice(1), count };
};

/** The number alone, which is read without the identifiers. */
export const linkedCount = (text: string | null): number => Number.parseInt(text ?? '0', 10) || 0;

export const isCut = ({ ids, count }: Linked): boolean => ids.length < count;

/** The policies of one policy set. */
export const maxPolicies = 5_000;

/** Any other records that one record is related to, such as the members, teams and projects of an organization. */
export const maxRelated = 10_000;

/** The workspaces of an organization. */
export const maxWorkspaces = 100_000;

/** The greatest number of identifiers in the relationships of one page together. */
export const maxLinkedTogether = 10_000;

/** Number of identifiers that each relationship of a page is cut to where they exceed that together. */
export const maxLinkedEach = 100;
