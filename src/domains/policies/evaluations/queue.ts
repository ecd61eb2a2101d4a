// Which evaluations are next. Accounts share the places by need, whatever number of organizations and plans each has.
import type { Context } from '../../../context.ts';
import { newSemaphore, type Semaphore } from '../../../lib/concurrency/semaphore.ts';
import { compareRanks } from '../../../lib/functions/compare-ranks.ts';
import { policyEngine } from '../services.ts';
import type { WaitingEvaluation } from './store.ts';
import { newWaitingEvaluations, type WaitingEvaluations } from './waiting-evaluations.ts';

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

interface UnderWay extends WaitingEvaluation {
  place: Disposable;
  /** When it got its place. */
  since: number;
  /** Lets it go on; undefined unless it has given its place back. */
  resume: (() => void) | undefined;
}

type NoteFailure = (evaluation: WaitingEvaluation, error: unknown) => void;

export class EvaluationQueue {
  readonly #failed: NoteFailure;
  readonly #maxHold: number;
  readonly #usedBy: (account: string) => number;
  readonly #places: Semaphore;
  readonly #waiting: WaitingEvaluations;
  /** Evaluations that have begun, with or without a place. */
  readonly #underWay = new Set<UnderWay>();
  /** Organizations that rest after a failure. */
  readonly #resting = new Set<string>();
  /** True if an account without a place waits for one. */
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

  /** The evaluation that is next and can begin. Evaluations that gave their places back go on here, when it is their turn. */
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

  /** Begins an evaluation. If that fails, its organization rests. */
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

  /** Resolves when an evaluation is over or gives its place back; undefined if none is under way. */
  change(): Promise<void> | undefined {
    return this.#underWay.size === 0 ? undefined : this.#changed.promise;
  }

  /** Lets all evaluations go on that gave their places back, so that they find that the service stops. */
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

  /** Gives the place of an evaluation back for a while, if another account needs one and this one was held for long. */
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

/** Lets an evaluation go on that had given its place back. */
function goOn(paused: UnderWay, place = paused.place): void {
  const { resume } = paused;
  paused.place = place;
  paused.resume = undefined;
  resume?.();
}
