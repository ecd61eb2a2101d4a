import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListSearch } from '../api/list.ts';

/** Route of a page whose URL contains the state of a list. */
export interface ListRoute {
  useSearch(): ListSearch;
  useNavigate(): (to: { readonly search: ListSearch }) => unknown;
}

/**
 * Returns the properties that `ListView` needs: the list's state in the URL, a function that changes it, and the query.
 */
export function useList<Answer, Data, Key extends QueryKey>(
  route: ListRoute,
  queryOf: (search: ListSearch) => UseQueryOptions<Answer, DefaultError, Data, Key>,
) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return { search, onSearch: (next: ListSearch) => navigate({ search: next }), query: useQuery(queryOf(search)) };
}

/** Returns the properties that `ListView` needs for a list whose state is not part of the URL. */
export function useLocalList<Answer, Data, Key extends QueryKey>(
  queryOf: (search: ListSearch) => UseQueryOptions<Answer, DefaultError, Data, Key>,
) {
  const [search, onSearch] = useState<ListSearch>({});
  return { search, onSearch, query: useQuery(queryOf(search)) };
}
