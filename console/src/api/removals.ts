// Deleted organizations whose data is still being removed.
import type { Resource } from './client.ts';
import { list } from './query.ts';

export type Removal = Resource<'organization-removals'>;

/** Interval in ms between refreshes while data is being removed. */
const again = 5_000;

/** Removals of organizations. Site administrators see all removals, other users only removals that they started. */
export const removalsQuery = list('organizations', '/api/v2/organization-removals', {
  part: 'removals',
  refetchInterval: ({ state }) => (state.data?.data.length === 0 ? false : again),
});
