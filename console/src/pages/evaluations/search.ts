// State of the findings in the address of their page. Apart from these, since the routes are in the first load.
import { type ListSearch, listSearch } from '../../api/list.ts';
import { findingList } from '../../api/list-specs.ts';

const groupings = ['policy', 'set'] as const;

export interface FindingsSearch extends ListSearch {
  /** Grouping of the findings; absent for groups by resource. */
  readonly by?: (typeof groupings)[number];
}

const listed = listSearch(findingList);

/** Reads the state from an address; what is not known is left out. */
export function findingsSearch(raw: Readonly<Record<string, unknown>>): FindingsSearch {
  const by = groupings.find((each) => each === raw.by);
  return { ...listed(raw), ...(by !== undefined && { by }) };
}
