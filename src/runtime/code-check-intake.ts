import { type KeyedLimiter, limiterByKey } from '../lib/limiter.ts';
import { newSignal, type Signal } from '../lib/signal.ts';

/** How code of policies comes to be checked. */
export interface CodeCheckIntake {
  /** Limits how much code of one organization is checked at once; throws `Busy` where too much waits. */
  readonly limited: KeyedLimiter;
  /** Signals code that was stored without a check. */
  readonly signal: Signal;
  /** Signals an archive whose policies were stored without a check. */
  readonly archiveSignal: Signal;
}

/** As many as the editors of a few people send. */
const maxWaiting = 4;

export function newCodeCheckIntake(): CodeCheckIntake {
  return { limited: limiterByKey(1, maxWaiting), signal: newSignal(), archiveSignal: newSignal() };
}
