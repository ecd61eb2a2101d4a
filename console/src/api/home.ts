// What the start page looks at.
import { queryOptions } from '@tanstack/react-query';
import { api, read } from './client.ts';

/** How often the start page looks again, in milliseconds. */
const again = 60_000;

/** The newest evaluations of an organization that failed, and how many there are. */
export const failedEvaluationsQuery = (organization: string) =>
  queryOptions({
    queryKey: ['failed evaluations', organization],
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
