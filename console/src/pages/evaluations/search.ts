// Parameters of the findings list in the page's URL. This file is separate, because routes need it and all routes are
// part of the initial download.
import { type ListSearch, listSearch, textOf } from '../../api/list.ts';
import { findingList } from '../../api/list-specs.ts';

export interface FindingsSearch extends ListSearch {
  /** If it is `set`, the page shows the results of all policies, grouped by policy set, instead of the findings. */
  readonly by?: 'set';
  /** Identifier of the policy for which the form that asks for an exemption opens. */
  readonly ask?: string;
}

/** Returns the state of the list of findings, without the parameters that the service does not know. */
export const listStateOf = ({ by: _, ask: __, ...state }: FindingsSearch): ListSearch => state;

const listed = listSearch(findingList);

/** Parses the parameters from the URL. Unknown values are ignored. */
export function findingsSearch(raw: Readonly<Record<string, unknown>>): FindingsSearch {
  const ask = textOf(raw.ask);
  return { ...listed(raw), ...(raw.by === 'set' && { by: 'set' }), ...(ask !== undefined && { ask }) };
}
