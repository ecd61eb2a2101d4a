// Queries of the start page.
import { queryOptions } from '@tanstack/react-query';
import { api, read } from './client.ts';
import { keyOf } from './query-key.ts';

/** Interval in ms between refreshes of the start page. */
const again = 60_000;

/** The newest evaluations of an organization that failed, and how many there are. */
export const failedEvaluationsQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('evaluations', 'failed', organization),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/evaluations', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { 'filter[status]': 'failed', 'page[size]': 1 },
          },
        }),
      ),
    refetchInterval: again,
  });

/** Maximum number of deprecated versions of an organization that the start page names. */
const maxVersions = 5;

/** The deprecated versions of modules that an organization publishes, and that were downloaded lately. */
export const usedDeprecationsQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('modules', 'deprecations-in-use', organization),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/registry-modules/deprecations-in-use', {
          signal,
          params: { path: { organization_name: organization }, query: { 'page[size]': maxVersions } },
        }),
      ),
    refetchInterval: again,
  });
