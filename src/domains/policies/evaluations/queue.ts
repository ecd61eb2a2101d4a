// Decides which evaluation starts next. Accounts share the evaluation slots fairly, regardless of how many
// organizations and plans each account has.
import type { Context } from '../../../context.ts';
import { newSemaphore, type Semaphore } from '../../../lib/concurrency/semaphore.ts';
import { compareRanks } from '../../../lib/functions/compare-ranks.ts';
import { policyEngine } from '../services.ts';
import { newWaitingEvaluations, type WaitingEvaluations } from './waiting-evaluations.ts';
import type { WaitingEvaluation } from './waiting-queries.ts';

export interface QueueOptions {
  /**
   * Maximum number of concurrent evaluations. They take turns in the engine, so that a slow plan does not delay the
   * others.
   */
  readonly places: number;
  /** Number of slots reserved for accounts that hold no slot. */
  readonly reserved: number;
  /** Time in ms after which an evaluation must give up its slot if an account without a slot waits. */
  readonly maxHold: number;
}

const usual: QueueOptions = { places: 16, reserved: 4, maxHold: 30_000 };

/**
 * Maximum number of paused evaluations. A paused evaluation has given up its slot but keeps its verdicts in memory. The
 * engine's limit on concurrent calls is the sum of this number, the evaluation slots, one replay and two trials.
 */
const maxPaused = 32;

/**
 * Maximum number of times that an unfinished evaluation is started. The number is high because the process may have
 * ended for reasons other than the evaluation.
 */
export const maxAttempts = 10;

/** Back-off in ms after an evaluation failed for reasons other than its plan. */
const restAfterFailure = 1_000;

/** A waiting evaluation that has been assigned a slot. */
interface StartableEvaluation extends WaitingEvaluation {
  readonly place: Disposable;
}

/**
 * Function that an evaluation calls between two policies. If the evaluation must give up its slot, the promise resolves
 * when the evaluation may continue.
 */
export type Pause = () => Promise<void>;

interface UnderWay extends WaitingEvaluation {
  place: Disposable;
  /** Time in ms, from `performance.now()`, at which the evaluation was assigned its slot. */
  since: number;
  /** Resumes the evaluation; undefined if the evaluation is not paused. */
  resume: (() => void) | undefined;
}

type NoteFailure = (evaluation: WaitingEvaluation, error: unknown) => void;

export class EvaluationQueue {
  readonly #failed: NoteFailure;
  readonly #maxHold: number;
  readonly #usedBy: (account: string) => number;
  readonly #places: Semaphore;
  readonly #waiting: WaitingEvaluations;
  /** Evaluations that have started, including paused evaluations. */
  readonly #underWay = new Set<UnderWay>();
  /** Organizations for which no evaluation starts, because one of their evaluations failed recently. */
  readonly #resting = new Set<string>();
  /** Whether an account without a slot waits for a slot. */
  #isWanted = false;
  #changed = Promise.withResolvers<void>();

  /** `failed` is called for each evaluation that fails. */
  constructor(context: Context, failed: NoteFailure, { places: count, reserved, maxHold }: QueueOptions = usual) {
    this.#failed = failed;
    this.#maxHold = maxHold;
    this.#usedBy = policyEngine(context).usedBy;
    this.#places = newSemaphore({ count, reserved });
    this.#waiting = newWaitingEvaluations(context, { underWay: this.#underWay, resting: this.#resting });
  }

  /**
   * Returns the next evaluation that can start; undefined if there is none or no slot is free. Also resumes paused
   * evaluations when it is their turn.
   */
  async next(): Promise<StartableEvaluation | undefined> {
    const accounts = await this.#accountsInOrder();
    this.#isWanted = false;
    for (const account of accounts) {
      const place = this.#places.takeFree(account);
      if (place === undefined) {
        this.#isWanted ||= this.#places.placesOf(account) === 0;
        continue;
      }
      const paused = this.#paused().find((each) => each.account === account);
      if (paused !== undefined) {
        goOn(paused, place);
        return await this.next();
      }
      const row = await this.#waiting.nextOf(account);
      if (row !== undefined) return { ...row, place };
      place[Symbol.dispose]();
    }
    return undefined;
  }

  /**
   * Starts an evaluation. If the evaluation fails, no other evaluation of its organization starts during the back-off.
   */
  begin(evaluation: StartableEvaluation, work: (pause: Pause) => Promise<void>): void {
    const own: UnderWay = { ...evaluation, since: performance.now(), resume: undefined };
    this.#underWay.add(own);
    void work(() => this.#pause(own))
      .catch((error: unknown) => {
        this.#resting.add(own.organization_id);
        setTimeout(() => this.#resting.delete(own.organization_id), restAfterFailure).unref();
        this.#failed(evaluation, error);
      })
      .finally(() => {
        own.place[Symbol.dispose]();
        this.#underWay.delete(own);
        this.#notifyChange();
      });
  }

  /**
   * Returns a promise that resolves when an evaluation finishes or gives up its slot; undefined if no evaluation has
   * started.
   */
  change(): Promise<void> | undefined {
    return this.#underWay.size === 0 ? undefined : this.#changed.promise;
  }

  /** Resumes all paused evaluations, so that they detect that the service is stopping. */
  close(): void {
    for (const paused of this.#paused()) goOn(paused);
  }

  async #accountsInOrder(): Promise<readonly string[]> {
    const rank = (account: string): readonly number[] => {
      const own = this.#places.placesOf(account);
      return [Math.min(own, 1), this.#usedBy(account), own, this.#waiting.lastTurnOf(account)];
    };
    const paused = this.#paused().map(({ account }) => account);
    const accounts = new Set([...paused, ...(await this.#waiting.accounts())]);
    return [...accounts].toSorted((one, other) => compareRanks(rank(one), rank(other)));
  }

  #paused(): readonly UnderWay[] {
    return [...this.#underWay].filter(({ resume }) => resume !== undefined);
  }

  /** Pauses an evaluation if another account needs a slot and this evaluation has held its slot for long enough. */
  async #pause(own: UnderWay): Promise<void> {
    const isHeldBriefly = performance.now() - own.since < this.#maxHold;
    if (!this.#isWanted || isHeldBriefly || this.#paused().length >= maxPaused) return;
    this.#isWanted = false;
    own.place[Symbol.dispose]();
    const { promise, resolve } = Promise.withResolvers<void>();
    own.resume = resolve;
    this.#notifyChange();
    await promise;
    own.since = performance.now();
  }

  #notifyChange(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** Resumes a paused evaluation. */
function goOn(paused: UnderWay, place = paused.place): void {
  const { resume } = paused;
  paused.place = place;
  paused.resume = undefined;
  resume?.();
}
