// Query of the start page.
import { record, type ShownBy } from './query.ts';

/** Interval in ms between refreshes of the start page. */
const again = 60_000;

/** Summary of the first six organizations of the user. */
export const overviewQuery = record('overview', '/api/v2/account/overview', {
  shown: ({ data }) => data.attributes,
  refetchInterval: again,
  // The cache does not refresh the overview after changes on other pages.
  staleTime: 0,
})();

export type Overview = ShownBy<() => typeof overviewQuery>;
export type OrganizationOverview = Overview['organizations'][number];
