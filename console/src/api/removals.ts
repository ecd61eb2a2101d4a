// Deleted organizations whose data the service is removing.
import type { Resource } from './client.ts';
import { list } from './query.ts';

export type Removal = Resource<'organization-removals'>;

/** Interval in ms between refreshes while something is being removed. */
const again = 5_000;

/** For administrators of the site all of them, for everybody else those that they deleted. */
export const removalsQuery = list('organizations', '/api/v2/organization-removals', {
  part: 'removals',
  refetchInterval: ({ state }) => (state.data?.data.length === 0 ? false : again),
});
