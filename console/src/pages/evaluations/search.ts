// Parameters of the findings list in the page's URL. This file is separate, because routes need it and all routes are
// part of the initial download.
import { type ListSearch, listSearch, textOf } from '../../api/list.ts';
import { findingList } from '../../api/list-specs.ts';

const groupings = ['policy', 'set'] as const;

export interface FindingsSearch extends ListSearch {
  /** Grouping of the findings. If absent, they are grouped by resource. */
  readonly by?: (typeof groupings)[number];
  /** Identifier of the policy for which the form that asks for an exemption opens. */
  readonly ask?: string;
}

/** Returns the state of the list of findings, without the parameters that the service does not know. */
export const listStateOf = ({ by: _, ask: __, ...state }: FindingsSearch): ListSearch => state;

const listed = listSearch(findingList);

/** Parses the parameters from the URL. Unknown values are ignored. */
export function findingsSearch(raw: Readonly<Record<string, unknown>>): FindingsSearch {
  const by = groupings.find((each) => each === raw.by);
  const ask = textOf(raw.ask);
  return { ...listed(raw), ...(by !== undefined && { by }), ...(ask !== undefined && { ask }) };
}
