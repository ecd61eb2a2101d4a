// Deleted organizations whose data the service is removing.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { removalList } from './list-specs.ts';
import { keyOf } from './query-key.ts';

export type Removal = Resource<'organization-removals'>;

/** Interval in ms between refreshes while something is being removed. */
const again = 5_000;

/** For administrators of the site all of them, for everybody else those that they deleted. */
export const removalsQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('organizations', 'removals', search),
    queryFn: ({ signal }) =>
      read(api.GET('/api/v2/organization-removals', { signal, params: { query: listQuery(removalList, search) } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.length === 0 ? false : again),
  });
