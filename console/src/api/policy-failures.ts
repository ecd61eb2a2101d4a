// The plans that a policy did not pass lately.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { failureList } from './list-specs.ts';
import { keyOf } from './query-key.ts';

export type PolicyFailure = Resource<'policy-failures'>;

/** The evaluations that a policy did not pass, the newest first. */
export const failuresQuery = (policy: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('policy', policy, 'failures', search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/policies/{policy_id}/failures', {
          signal,
          params: { path: { policy_id: policy }, query: listQuery(failureList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Plans since a day that the policy would have blocked outside shadow mode, and plans it evaluated. */
export const wouldBlockQuery = (policy: string, since: string) =>
  queryOptions({
    queryKey: keyOf('policy', policy, 'would-block', since),
    queryFn: async ({ signal }) => {
      const { meta } = await read(
        api.GET('/api/v2/policies/{policy_id}/failures', {
          signal,
          params: {
            path: { policy_id: policy },
            query: listQuery(failureList, { size: 1, filter: { since, 'would-block': 'true' } }),
          },
        }),
      );
      return { blocked: meta.pagination?.['total-count'] ?? 0, seen: meta.evaluated };
    },
  });
