import { type RunOfKey, semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';
import { newSignal, type Signal } from '../../../lib/concurrency/signal.ts';

/** Limits and signals for checks of policy code. */
export interface CodeCheckIntake {
  /**
   * Runs an upload of code. Throws `Busy` if too many uploads of the organization are already running. The limit
   * prevents an organization from filling the disk.
   */
  readonly uploading: RunOfKey;
  /** Runs a code check. Throws `Busy` if too many checks of the organization are running. */
  readonly limited: RunOfKey;
  /** Notified when policy code is stored without a check. */
  readonly signal: Signal;
  /** Notified when a policy set archive is stored without a check. */
  readonly archiveSignal: Signal;
}

/** Maximum number of concurrent code checks per organization. It is enough for a few users of the editor. */
const maxChecks = 5;

const tooMany = `The organization already has ${maxChecks} code checks in progress, which is the maximum. Repeat the request when one of them has finished.`;

/** Maximum number of concurrent code uploads per organization. */
const maxUploads = 64;

export function newCodeCheckIntake(): CodeCheckIntake {
  const signals = { signal: newSignal(), archiveSignal: newSignal() };
  return {
    uploading: semaphoreByKey({ count: maxUploads, maxWaiting: 0 }),
    limited: semaphoreByKey({ count: maxChecks, maxWaiting: 0, refusal: tooMany }),
    ...signals,
  };
}
