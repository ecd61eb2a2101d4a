import { type Limiter, limiter } from '../lib/limiter.ts';
import { newSignal, type Signal } from '../lib/signal.ts';

/** How plans come to be evaluated. */
export interface PlanIntake {
  /** Limits how many plans are compressed at once; throws `Busy` where too many wait. */
  readonly limited: Limiter;
  /** Signals a plan that waits to be evaluated. */
  readonly signal: Signal;
  /** Signals a call of a run platform that waits for its answer. */
  readonly callSignal: Signal;
  /** Signals a replay that waits for its turn. */
  readonly replaySignal: Signal;
}

/** How many plans are compressed at once, and how many more wait. */
const [maxPlans, maxWaiting] = [2, 30];

export function newPlanIntake(): PlanIntake {
  const signals = { signal: newSignal(), callSignal: newSignal(), replaySignal: newSignal() };
  return { limited: limiter(maxPlans, maxWaiting), ...signals };
}
