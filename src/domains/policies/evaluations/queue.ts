// Which evaluations are next. Accounts share the places by need, whatever number of organizations and plans each has.
import type { Context } from '../../../context.ts';
import { newSemaphore } from '../../../lib/concurrency/semaphore.ts';
import { compareRanks } from '../../../lib/functions/compare-ranks.ts';
import { policyEngine } from '../services.ts';
import type { WaitingEvaluation } from './store.ts';
import { newWaitingEvaluations } from './waiting-evaluations.ts';

export interface QueueOptions {
  /** Maximum number of evaluations at once. Each waits for its turns at the engine, so a plan that takes long keeps none away. */
  readonly places: number;
  /** Number of places, the last ones that are free, that only accounts without a place get. */
  readonly reserved: number;
  /** Time in ms after which an evaluation gives its place back while an account without a place waits. */
  readonly maxHold: number;
}

const usual: QueueOptions = { places: 16, reserved: 4, maxHold: 30_000 };

/**
 * Maximum number of evaluations that have given their places back: each keeps its verdicts in memory. With those that have places,
 * a replay and two trials, the engine admits no more.
 */
const maxPaused = 32;

/** Maximum number of attempts at an evaluation without an end: the processes that ended may have done so for other reasons. */
export const maxAttempts = 10;

/** Back-off in ms after an evaluation failed for reasons other than its plan. */
const restAfterFailure = 1_000;

/** An evaluation that has a place. */
interface StartableEvaluation extends WaitingEvaluation {
  readonly place: Disposable;
}

/** Called between two policies: it waits while the evaluation has given its place back. */
export type Pause = () => Promise<void>;

export interface EvaluationQueue {
  /** The evaluation that is next and can begin. Evaluations that gave their places back go on here, when it is their turn. */
  readonly next: () => Promise<StartableEvaluation | undefined>;
  /** Begins an evaluation. If that fails, `failed` is called, and its organization rests. */
  readonly begin: (evaluation: StartableEvaluation, work: (pause: Pause) => Promise<void>) => void;
  /** Resolves when an evaluation is over or gives its place back; undefined if none is under way. */
  readonly change: () => Promise<void> | undefined;
  /** Lets all evaluations go on that gave their places back, so that they find that the service stops. */
  readonly close: () => void;
}

interface UnderWay extends WaitingEvaluation {
  place: Disposable;
  /** When it got its place. */
  since: number;
}

type NoteFailure = (evaluation: WaitingEvaluation, error: unknown) => void;

export function newEvaluationQueue(
  context: Context,
  failed: NoteFailure,
  { places: count, reserved, maxHold }: QueueOptions = usual,
): EvaluationQueue {
  const { usedBy } = policyEngine(context);
  const places = newSemaphore({ count, reserved });
  const { pauses, begin, change, excluded } = newUnderWay(failed, maxHold);
  const waiting = newWaitingEvaluations(context, excluded);

  const accountsInOrder = async (): Promise<readonly string[]> => {
    const rank = (account: string): readonly number[] => {
      const own = places.placesOf(account);
      return [Math.min(own, 1), usedBy(account), own, waiting.lastTurnOf(account)];
    };
    const accounts = new Set([...pauses.accounts(), ...(await waiting.accounts())]);
    return [...accounts].toSorted((one, other) => compareRanks(rank(one), rank(other)));
  };
  const startable = async (account: string, place: Disposable): Promise<StartableEvaluation | undefined> => {
    const row = await waiting.nextOf(account);
    if (row === undefined) place[Symbol.dispose]();
    return row && { ...row, place };
  };
  const placeFor = (account: string): Disposable | undefined => {
    const place = places.takeFree(account);
    if (place === undefined && places.placesOf(account) === 0) pauses.want(true);
    return place;
  };
  const next: EvaluationQueue['next'] = async () => {
    const accounts = await accountsInOrder();
    pauses.want(false);
    for (const account of accounts) {
      const place = placeFor(account);
      if (place === undefined) continue;
      if (pauses.resume(account, place)) return await next();
      const row = await startable(account, place);
      if (row !== undefined) return row;
    }
    return undefined;
  };
  return { next, begin, change, close: pauses.close };
}

/** Evaluations that have begun, with or without a place, and organizations that rest after a failure. */
function newUnderWay(failed: NoteFailure, maxHold: number) {
  const [underWay, resting] = [new Set<UnderWay>(), new Set<string>()];
  let changed = Promise.withResolvers<void>();
  const notifyChange = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const pauses = newPauses(maxHold, notifyChange);
  const rest = (organization: string): void => {
    resting.add(organization);
    setTimeout(() => resting.delete(organization), restAfterFailure).unref();
  };
  const begin: EvaluationQueue['begin'] = (evaluation, work) => {
    const own: UnderWay = { ...evaluation, since: performance.now() };
    underWay.add(own);
    void work(() => pauses.pause(own))
      .catch((error: unknown) => {
        rest(own.organization_id);
        failed(evaluation, error);
      })
      .finally(() => {
        own.place[Symbol.dispose]();
        underWay.delete(own);
        notifyChange();
      });
  };
  const change = () => (underWay.size === 0 ? undefined : changed.promise);
  return { pauses, begin, change, excluded: { underWay, resting } };
}

/** Evaluations that have given their places back and wait for others. */
function newPauses(maxHold: number, notifyChange: () => void) {
  const paused = new Map<UnderWay, () => void>();
  let isWanted = false;
  const goOn = (own: UnderWay): void => {
    const resolve = paused.get(own);
    paused.delete(own);
    resolve?.();
  };
  return {
    /** Says whether an account without a place waits for one. */
    want: (wanted: boolean): void => {
      isWanted = wanted;
    },
    accounts: () => [...paused.keys()].map(({ account }) => account),
    /** Lets an evaluation of an account go on in a place, the first that paused; false if there is none. */
    resume: (account: string, place: Disposable): boolean => {
      const own = [...paused.keys()].find((each) => each.account === account);
      if (own === undefined) return false;
      own.place = place;
      goOn(own);
      return true;
    },
    pause: async (own: UnderWay): Promise<void> => {
      if (!isWanted || performance.now() - own.since < maxHold || paused.size >= maxPaused) return;
      isWanted = false;
      own.place[Symbol.dispose]();
      const { promise, resolve } = Promise.withResolvers<void>();
      paused.set(own, resolve);
      notifyChange();
      await promise;
      own.since = performance.now();
    },
    close: (): void => {
      for (const own of [...paused.keys()]) goOn(own);
    },
  };
}
