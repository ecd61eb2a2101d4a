// The job that runs replays, one recorded input after the other. Only one instance per database runs the job at a time.
//
// The result of an input is stored and counted in a single transaction. Therefore nothing is counted twice, and after a
// restart a replay continues with the next input. Evaluations take precedence: before each input, the job waits for a
// limited time until no evaluation waits.
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { Unavailable } from '../../../lib/errors/unavailable.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { withLeaseRenewal } from '../../../runtime/jobs/lease-renewal.ts';
import { statusChange } from '../evaluations/evaluations.ts';
import { maxAttempts } from '../evaluations/queue.ts';
import { isAnyWaiting } from '../evaluations/waiting-evaluations.ts';
import { onBehalf } from '../on-behalf.ts';
import { planIntake, policyEngine } from '../services.ts';
import {
  evaluateInput,
  type InputCompared,
  missing,
  type RuleSeen,
  replaySources,
  type SourceOf,
} from './evaluate-input.ts';
import { retentionTime } from './replays.ts';
import {
  anyReplay,
  lockedReplay,
  nextReplayInput,
  nextReplayOf,
  type ReplayInputRow,
  type ReplayRow,
  replayAccounts,
  replayById,
  replayInputById,
  updateReplay,
  updateReplayInput,
} from './store.ts';

const interval = 1_000;

const interrupted = `The evaluation of this input was interrupted ${maxAttempts} times.`;

/** Number of inputs after which a replay gives its turn to another replay. */
const inputsAtOnce = 20;

/**
 * Maximum time in ms for which waiting evaluations delay the next input, and interval in ms between checks for waiting
 * evaluations.
 */
const [maxWaiting, pause] = [30_000, 200];

export function replayJob(context: Context): Job {
  return {
    name: 'policy-replay',
    intervalMilliseconds: interval,
    wakeUp: planIntake(context).replaySignal,
    isDue: async () => (await context.database.first(anyReplay, {})) !== undefined,
    run: async (turn) => {
      const work = { sources: newSources(context), next: newReplayTurns(context) };
      while (!turn.signal.aborted && (await replayNext(context, turn, work)));
    },
  };
}

/**
 * Returns a function that provides the `SourceOf` of a replay. It caches the code of the most recently processed
 * replay.
 */
function newSources(context: Context): (replay: ReplayRow) => SourceOf {
  let last: { readonly id: string; readonly sourceOf: SourceOf } | undefined;
  return (replay) => {
    if (last?.id !== replay.id) last = { id: replay.id, sourceOf: replaySources(context, replay) };
    return last.sourceOf;
  };
}

/**
 * Returns a function that selects the replay to process next. Accounts take turns: the account that used the least
 * processor time recently comes first. If several accounts used the same time, the account that has waited longest
 * since its last turn comes first.
 */
function newReplayTurns(context: Context): () => Promise<string | undefined> {
  const { usedBy } = policyEngine(context).for({ canWait: true });
  let current: string | undefined;
  let left = 0;
  const isUnfinished = async (id: string): Promise<boolean> => {
    const { status } = (await context.database.first(replayById, { id })) ?? {};
    return status === 'pending' || status === 'running';
  };
  return async () => {
    left -= 1;
    if (current !== undefined && left > 0 && (await isUnfinished(current))) return current;
    const accounts = await context.database.rows(replayAccounts, {});
    const [first] = accounts.toSorted(
      (one, other) => usedBy(one.account) - usedBy(other.account) || (one.last_turn_at < other.last_turn_at ? -1 : 1),
    );
    if (first === undefined) return undefined;
    current = (await context.database.first(nextReplayOf, { account: first.account }))?.id;
    left = inputsAtOnce;
    return current;
  };
}

interface Work {
  readonly sources: (replay: ReplayRow) => SourceOf;
  readonly next: () => Promise<string | undefined>;
}

/** Evaluates the next input of the replay whose turn it is. Returns false if there is no unfinished replay. */
async function replayNext(context: Context, turn: Turn, { sources, next }: Work): Promise<boolean> {
  await withLeaseRenewal(turn, () => untilNoEvaluation(context, turn.signal));
  const id = await next();
  if (id === undefined || turn.signal.aborted) return false;
  const begun = await turn.transaction((tx) => begin(tx, context, id));
  if (begun === undefined) return true;
  const step = await withLeaseRenewal(turn, () => attempt(context, turn, begun, sources(begun.replay)));
  await turn.transaction((tx) => advance(tx, context, begun, step));
  return true;
}

async function untilNoEvaluation(context: Context, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < maxWaiting && !signal.aborted; waited += pause) {
    if (!(await isAnyWaiting(context))) return;
    await wait(pause);
  }
}

/** A replay and the input whose evaluation has been started. */
interface Begun {
  readonly replay: ReplayRow;
  readonly input: ReplayInputRow;
}

/**
 * Starts the evaluation of a replay's next input. Returns undefined if no input is left or if the input was interrupted
 * too often.
 */
async function begin(tx: Transaction, context: Context, id: string): Promise<Begun | undefined> {
  const replay = await lockedReplay(tx, id);
  if (replay?.status !== 'pending' && replay?.status !== 'running') return undefined;
  const input = await tx.first(nextReplayInput, { replay: id });
  if (input === undefined) {
    await updateReplay(tx, id, finishing(context, replay));
    return undefined;
  }
  if (replay.status === 'pending') await updateReplay(tx, id, statusChange(replay, 'running', context.clock.now()));
  if (input.attempts >= maxAttempts) {
    await count(tx, context, { replay, input }, { result: 'errored', policies: [], rules: [], problem: interrupted });
    return undefined;
  }
  await updateReplayInput(tx, input.id, { attempts: input.attempts + 1 });
  return { replay, input };
}

const finishing = ({ clock }: Context, replay: ReplayRow) => ({
  ...statusChange(replay, 'finished', clock.now()),
  expires_at: timestamp(clock.now() + retentionTime),
});

/**
 * Evaluates an input. If the attempt fails only because a resource is busy or unavailable, the attempt is not counted.
 */
async function attempt(
  context: Context,
  turn: Turn,
  { replay, input }: Begun,
  sourceOf: SourceOf,
): Promise<InputCompared> {
  try {
    const tenant = { account: replay.account, organization: replay.organization_id };
    const behind = onBehalf(context, { tenant, canWait: true, signal: turn.signal });
    return await evaluateInput(behind, replay, input, sourceOf);
  } catch (error) {
    const { id, attempts } = input;
    const now = await context.database.first(replayById, { id: replay.id });
    // The replay was canceled or deleted, or its policies were deleted. This result is not stored.
    if (now?.status !== 'running') return missing;
    if (error instanceof Unavailable) await turn.transaction((tx) => updateReplayInput(tx, id, { attempts }));
    throw error;
  }
}

/** Stores the result of an input, unless the replay was canceled or deleted. */
async function advance(tx: Transaction, context: Context, begun: Begun, compared: InputCompared): Promise<void> {
  const replay = await lockedReplay(tx, begun.replay.id);
  const input = await tx.first(replayInputById, { id: begun.input.id });
  if (replay?.status !== 'running' || input === undefined || input.result !== null) return;
  await count(tx, context, { replay, input }, compared);
}

/** Columns in which a replay counts its inputs, keyed by result. */
const counters = {
  'newly-failing': 'newly_failing',
  'newly-passing': 'newly_passing',
  errored: 'errored',
  'not-replayable': 'not_replayable',
  changed: 'changed',
  unchanged: 'unchanged',
  missing: 'missing',
} as const;

async function count(tx: Transaction, context: Context, { replay, input }: Begun, compared: InputCompared) {
  const { result, policies, rules, engineVersion, problem } = compared;
  await updateReplayInput(tx, input.id, { result, policies: JSON.stringify(policies), problem: problem ?? null });
  const [counter, done, at] = [counters[result], replay.inputs_done + 1, timestamp(context.clock.now())];
  await updateReplay(tx, replay.id, {
    inputs_done: done,
    [counter]: replay[counter] + 1,
    ...(rules.length > 0 && { rules: JSON.stringify(withRules(replay, rules)) }),
    ...(engineVersion !== undefined && { engine_version: engineVersion }),
    updated_at: at,
    ...(done % inputsAtOnce === 0 && { turn_at: at }),
    ...(done === replay.inputs_total && finishing(context, replay)),
  });
}

/** Maximum number of rules stored for a replay. */
const maxRules = 2_000;

/** Adds the rules of one more input to the rules of the replay. */
function withRules({ rules }: ReplayRow, seen: readonly RuleSeen[]): readonly RuleSeen[] {
  const known: readonly RuleSeen[] = JSON.parse(rules);
  const keyOf = ({ policy, file, row, name }: RuleSeen): string => JSON.stringify([policy, file, row, name]);
  const byKey = new Map(known.map((rule) => [keyOf(rule), rule]));
  for (const rule of seen) {
    const former = byKey.get(keyOf(rule));
    if (former !== undefined || byKey.size < maxRules) {
      byKey.set(keyOf(rule), { ...rule, matched: rule.matched || former?.matched === true });
    }
  }
  return [...byKey.values()];
}
