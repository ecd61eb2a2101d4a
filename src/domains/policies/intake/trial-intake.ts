import { newSemaphore, type RunOfKey, semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';

/** Limits of trials of drafts, each of which has its input in memory. */
export interface TrialIntake {
  /** Runs a trial of an account; throws `Busy` where it has several under way. */
  readonly ofAccount: RunOfKey;
  /** Runs a trial of an account when it is its turn; throws `Busy` if too many wait. */
  readonly all: RunOfKey;
}

const maxOfAccount = 2;

const tooMany = `You have ${maxOfAccount} trials under way, which is the maximum. Send this one again when one of them is over.`;

/** Maximum number of trials at once. An account with a trial leaves the last place to the others. */
const places = { count: 2, reserved: 1, maxWaiting: 30 };

/** `usedBy` gives the processor time that trials of an account took of late. */
export const newTrialIntake = (usedBy: (account: string) => number): TrialIntake => ({
  ofAccount: semaphoreByKey({ count: maxOfAccount, maxWaiting: 0, refusal: tooMany }),
  all: newSemaphore({ ...places, usedBy }).runOfKey,
});
