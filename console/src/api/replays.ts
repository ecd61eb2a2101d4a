// Replays: a policy evaluated again with recorded inputs.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, exactQuery, type Resource, read, readExactly } from './client.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { differenceList, replayList } from './list-specs.ts';
import type { Level } from './policies.ts';
import { keyOf, refresh } from './query-key.ts';

export type Replay = Resource<'policy-replays'>;
export type ReplayDifference = Resource<'policy-replay-differences'>;

export const isOver = ({ attributes: { status } }: Replay): boolean => status === 'finished' || status === 'canceled';

/** Interval in ms between reads of replays that are under way. */
const pollInterval = 1_500;

const ofReplay = (id: string) => ({ path: { policy_replay_id: id } });

const replaysKey = (policy: string, ...rest: readonly unknown[]) => keyOf('policy', policy, 'replays', ...rest);

/** The replays of a policy, the newest first; renewed while one is under way. */
export const replaysQuery = (policy: string, search: ListSearch) =>
  queryOptions({
    queryKey: replaysKey(policy, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/policies/{policy_id}/replays', {
          signal,
          params: { path: { policy_id: policy }, query: listQuery(replayList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.every(isOver) === false ? pollInterval * 2 : false),
  });

export const refreshReplays = (queryClient: QueryClient, policy: string) => refresh(queryClient, replaysKey(policy));

/** One replay, renewed until it is over. */
export const replayQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('replay', id),
    queryFn: ({ signal }) =>
      read(api.GET('/api/v2/policy-replays/{policy_replay_id}', { signal, params: ofReplay(id) })),
    refetchInterval: ({ state }) => (state.data === undefined || isOver(state.data.data) ? false : pollInterval),
  });

/** The inputs that come out differently. `done` is how many there are so far: more of them make another list. */
export const differencesQuery = (id: string, search: ListSearch, done: number) =>
  queryOptions({
    queryKey: keyOf('replay', id, 'differences', search, done),
    queryFn: ({ signal }) =>
      readExactly<Listed<ReplayDifference>>(
        api.GET('/api/v2/policy-replays/{policy_replay_id}/differences', {
          signal,
          parseAs: 'text',
          params: { ...ofReplay(id), query: listQuery(differenceList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
    ...exactQuery,
  });

/** Changes that a replay tries; without any, it tries the policy as it is. Of the inputs the newest are taken. */
export interface ReplayInput {
  readonly code?: string;
  readonly 'enforcement-level'?: Level;
  readonly shadow?: boolean;
  readonly since?: string;
  readonly 'max-inputs'?: number;
}

/** The greatest number of inputs of one replay. */
export const maxReplayInputs = 500;

export const startReplay = (policy: string, attributes: ReplayInput) =>
  read(
    api.POST('/api/v2/policies/{policy_id}/replays', {
      params: { path: { policy_id: policy } },
      body: { data: { type: 'policy-replays', attributes } },
    }),
  );

/** Stops a replay; what it has compared stays. */
export const cancelReplay = (id: string) =>
  read(api.POST('/api/v2/policy-replays/{policy_replay_id}/actions/cancel', { params: ofReplay(id) }));

/** Number of inputs that an organization has stored. */
export const inputCountQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('policy-inputs', organization, 'count'),
    queryFn: async ({ signal }) => {
      const { meta } = await read(
        api.GET('/api/v2/organizations/{organization_name}/policy-inputs', {
          signal,
          params: { path: { organization_name: organization }, query: listQuery({}, { size: 1 }) },
        }),
      );
      return meta.pagination?.['total-count'] ?? 0;
    },
  });
