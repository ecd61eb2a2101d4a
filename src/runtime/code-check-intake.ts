import { type KeyedLimiter, limiterByKey } from '../lib/limiter.ts';
import { newSignal, type Signal } from '../lib/signal.ts';

/** How code of policies comes to be checked. */
export interface CodeCheckIntake {
  /** Runs an upload; throws `Busy` while very many others of this organization run, so that none fills the disk. */
  readonly uploading: KeyedLimiter;
  /** Limits how much code of one organization is checked at once; throws `Busy` where too much waits. */
  readonly limited: KeyedLimiter;
  /** Signals code that was stored without a check. */
  readonly signal: Signal;
  /** Signals an archive whose policies were stored without a check. */
  readonly archiveSignal: Signal;
}

/** As many as the editors of a few people send. */
const maxWaiting = 4;

/** How much code of one organization is received at once. */
const maxUploads = 64;

export function newCodeCheckIntake(): CodeCheckIntake {
  const signals = { signal: newSignal(), archiveSignal: newSignal() };
  return { uploading: limiterByKey(maxUploads, 0), limited: limiterByKey(1, maxWaiting), ...signals };
}
