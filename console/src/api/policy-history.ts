// History of a policy.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QueryOf } from '../../../client/operations.ts';
import { client, type Resource } from './client.ts';
import { keyOf } from './query-key.ts';

export type HistoryEntry = Resource<'policy-history-entries'>;

const history = '/api/v2/policies/{policy_id}/history';

/** Kind of change that the history can be filtered by. */
export type HistoryKind = NonNullable<QueryOf<typeof history>['filter[kind]']>;

const pageSize = 50;

/** Changes of a policy in pages, newest first, with the workspaces, projects and teams in them. */
export const historyQuery = (id: string, kind: HistoryKind | undefined) =>
  infiniteQueryOptions({
    queryKey: keyOf('policy', id, 'history', kind),
    queryFn: ({ signal, pageParam }) =>
      client.get(history, {
        params: { policy_id: id },
        query: {
          include: ['workspaces', 'projects', 'approvers'],
          'page[size]': pageSize,
          ...(pageParam !== '' && { 'page[after]': pageParam }),
          ...(kind !== undefined && { 'filter[kind]': kind }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.cursors.after,
  });
