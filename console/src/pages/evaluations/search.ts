// Parameters of the findings list in the page's URL. This file is separate, because routes need it and all routes are
// part of the initial download.
import { type ListSearch, listSearch } from '../../api/list.ts';
import { findingList } from '../../api/list-specs.ts';

const groupings = ['policy', 'set'] as const;

export interface FindingsSearch extends ListSearch {
  /** Grouping of the findings. If absent, they are grouped by resource. */
  readonly by?: (typeof groupings)[number];
}

const listed = listSearch(findingList);

/** Parses the parameters from the URL. Unknown values are ignored. */
export function findingsSearch(raw: Readonly<Record<string, unknown>>): FindingsSearch {
  const by = groupings.find((each) => each === raw.by);
  return { ...listed(raw), ...(by !== undefined && { by }) };
}
