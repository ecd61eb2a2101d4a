import { fairLimiter, type KeyedLimiter, limiterByKey } from '../lib/limiter.ts';
import { newSignal, type Signal } from '../lib/signal.ts';

/** How plans come to be evaluated. */
export interface PlanIntake {
  /** Runs an upload; throws `Busy` while sixteen others of this organization run, so that none fills the disk. */
  readonly uploading: KeyedLimiter;
  /** Limits how many plans are compressed at once; organizations take turns. Throws `Busy` where too many of one wait. */
  readonly limited: KeyedLimiter;
  /** Signals a plan that waits to be evaluated. */
  readonly signal: Signal;
  /** Signals a call of a run platform that waits for its answer. */
  readonly callSignal: Signal;
  /** Signals a replay that waits for its turn. */
  readonly replaySignal: Signal;
}

/** How many plans of one organization are received at once. */
const maxUploads = 16;

/** How many plans are compressed at once, and how many more wait. */
const maxPlans = 2;
const maxWaiting = { ofKey: 30, ofAll: 600 };

export function newPlanIntake(): PlanIntake {
  const signals = { signal: newSignal(), callSignal: newSignal(), replaySignal: newSignal() };
  return { uploading: limiterByKey(maxUploads, 0), limited: fairLimiter(maxPlans, maxWaiting), ...signals };
}
