// Replays: a policy evaluated again with recorded inputs.
import type { Resource } from './client.ts';
import type { ListSearch } from './list.ts';
import { differenceList, replayList } from './list-specs.ts';
import { acting, creating, list, record } from './query.ts';

export type Replay = Resource<'policy-replays'>;
export type ReplayDifference = Resource<'policy-replay-differences'>;

export const isOver = ({ attributes: { status } }: Replay): boolean => status === 'finished' || status === 'canceled';

/** Interval in ms between reads of replays that are under way. */
const pollInterval = 1_500;

const replays = '/api/v2/policies/{policy_id}/replays';
const replay = '/api/v2/policy-replays/{policy_replay_id}';

/** The replays of a policy, the newest first; renewed while one is under way. */
export const replaysQuery = list('replays', replays, {
  spec: replayList,
  refetchInterval: ({ state }) => (state.data?.data.every(isOver) === false ? pollInterval * 2 : false),
});

/** One replay, renewed until it is over. */
export const replayQuery = record('replay', replay, {
  refetchInterval: ({ state }) => (state.data === undefined || isOver(state.data.data) ? false : pollInterval),
});

/** The inputs that come out differently. `done` is how many there are so far: more of them make another list. */
export const differencesQuery = (id: string, search: ListSearch, done: number) =>
  list('replay', `${replay}/differences`, { part: `differences ${done}`, spec: differenceList, exact: true })(
    id,
    search,
  );

/** The greatest number of inputs of one replay. */
export const maxReplayInputs = 500;

/** Starts a replay of changes; without any, it tries the policy as it is. Of the inputs the newest are taken. */
export const startReplay = creating(replays, 'policy-replays');

/** Stops a replay; what it has compared stays. */
export const cancelReplay = acting(`${replay}/actions/cancel`);
