import { newSemaphore, type RunOfKey, semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';

/** Limits on trials of drafts. They are needed because each trial keeps its input in memory. */
export interface TrialIntake {
  /**
   * Runs a trial on behalf of an account. Throws `Busy` if the account already has the maximum number of trials in
   * progress.
   */
  readonly ofAccount: RunOfKey;
  /** Runs a trial as soon as it is the account's turn. Throws `Busy` if too many trials wait. */
  readonly all: RunOfKey;
}

const maxOfAccount = 2;

const tooMany = `You already have ${maxOfAccount} trials in progress, which is the maximum. Repeat the request when one of them has finished.`;

/** Maximum number of concurrent trials. The last free slot is reserved for accounts without a trial. */
const places = { count: 2, reserved: 1, maxWaiting: 30 };

/** Creates the limits on trials; `usedBy` returns the processor time that an account's trials used recently. */
export const newTrialIntake = (usedBy: (account: string) => number): TrialIntake => ({
  ofAccount: semaphoreByKey({ count: maxOfAccount, maxWaiting: 0, refusal: tooMany }),
  all: newSemaphore({ ...places, usedBy }).runOfKey,
});
