// State of the findings list in the page's URL. It is in a separate file, since routes are part of the initial load.
import { type ListSearch, listSearch } from '../../api/list.ts';
import { findingList } from '../../api/list-specs.ts';

const groupings = ['policy', 'set'] as const;

export interface FindingsSearch extends ListSearch {
  /** Grouping of the findings; if absent, they are grouped by resource. */
  readonly by?: (typeof groupings)[number];
}

const listed = listSearch(findingList);

/** Parses the state from the URL and ignores unknown values. */
export function findingsSearch(raw: Readonly<Record<string, unknown>>): FindingsSearch {
  const by = groupings.find((each) => each === raw.by);
  return { ...listed(raw), ...(by !== undefined && { by }) };
}
