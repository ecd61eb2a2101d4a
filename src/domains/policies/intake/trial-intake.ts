import { newSemaphore, type Run, type RunOfKey, semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';

/** Limits of trials of drafts, each of which has its input in memory. */
export interface TrialIntake {
  /** Runs a trial of an account; throws `Busy` where it has several under way. */
  readonly ofAccount: RunOfKey;
  /** Runs a trial when it is its turn; throws `Busy` where too many wait. */
  readonly all: Run;
}

const maxOfAccount = 2;

const tooMany = `You have ${maxOfAccount} trials under way, which is the maximum. Send this one again when one of them is over.`;

export const newTrialIntake = (): TrialIntake => ({
  ofAccount: semaphoreByKey({ count: maxOfAccount, maxWaiting: 0, refusal: tooMany }),
  all: newSemaphore({ count: 2, maxWaiting: 30 }).run,
});
