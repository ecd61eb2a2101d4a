// Replays. A replay evaluates a policy again with recorded inputs.
import type { Resource } from './client.ts';
import type { ListSearch } from './list.ts';
import { differenceList, replayList } from './list-specs.ts';
import { acting, creating, creatingRelated, list, record } from './query.ts';

export type Replay = Resource<'policy-replays'>;
export type ReplayDifference = Resource<'policy-replay-differences'>;

export const isOver = ({ attributes: { status } }: Replay): boolean => status === 'finished' || status === 'canceled';

/** Interval in ms between refreshes while a replay is running. */
const pollInterval = 1_500;

const replays = '/api/v2/policies/{policy_id}/replays';
const replay = '/api/v2/policy-replays/{policy_replay_id}';

/** Replays of a policy, newest first. The list is refreshed while a replay is running. */
export const replaysQuery = list('replays', replays, {
  spec: replayList,
  refetchInterval: ({ state }) => (state.data?.data.every(isOver) === false ? pollInterval * 2 : false),
});

/** A replay. It is refreshed until it has finished. */
export const replayQuery = record('replay', replay, {
  refetchInterval: ({ state }) => (state.data === undefined || isOver(state.data.data) ? false : pollInterval),
});

/**
 * Recorded inputs whose result changed in the replay. `done`, the number of inputs processed so far, is part of the
 * cache key, because the list grows as the replay proceeds.
 */
export const differencesQuery = (id: string, search: ListSearch, done: number) =>
  list('replay', `${replay}/differences`, { part: `differences ${done}`, spec: differenceList, exact: true })(
    id,
    search,
  );

/** Maximum number of inputs in one replay. */
export const maxReplayInputs = 500;

/** Starts a replay of the newest recorded inputs. Attributes that are not given are taken from the current policy. */
export const startReplay = creating(replays, 'policy-replays');

/** Starts a replay of a policy set, optionally with a wider scope or with added policies. */
export const startSetReplay = creatingRelated('/api/v2/policy-sets/{policy_set_id}/replays', 'policy-replays');

/** Cancels a replay. The results of the inputs that were processed before are kept. */
export const cancelReplay = acting(`${replay}/actions/cancel`);
