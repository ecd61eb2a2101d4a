import { type RunOfKey, semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';
import { newSignal, type Signal } from '../../../lib/concurrency/signal.ts';

/** Limits and signals of the checks of policies' code. */
export interface CodeCheckIntake {
  /** Runs an upload; throws `Busy` while very many others of this organization run, so that none fills the disk. */
  readonly uploading: RunOfKey;
  /** Limits how much code of one organization is checked or waits for that; throws `Busy` where it is too much. */
  readonly limited: RunOfKey;
  /** Signals code that was stored without a check. */
  readonly signal: Signal;
  /** Signals an archive whose policies were stored without a check. */
  readonly archiveSignal: Signal;
}

/** As many as the editors of a few people send. */
const maxChecks = 5;

const tooMany = `The organization has ${maxChecks} checks of code under way, which is the maximum. Send this one again when one of them is over.`;

/** Maximum number of uploads of code that one organization has under way at once. */
const maxUploads = 64;

export function newCodeCheckIntake(): CodeCheckIntake {
  const signals = { signal: newSignal(), archiveSignal: newSignal() };
  return {
    uploading: semaphoreByKey({ count: maxUploads, maxWaiting: 0 }),
    limited: semaphoreByKey({ count: maxChecks, maxWaiting: 0, refusal: tooMany }),
    ...signals,
  };
}
