import { newSemaphore, type RunOfKey, semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';
import { newSignal, type Signal } from '../../../lib/concurrency/signal.ts';

/** Limits and signals of the evaluation of plans. */
export interface PlanIntake {
  /**
   * Runs an upload. Those of one account in an organization run four at a time, so that no member keeps the others from
   * uploading. Throws `Busy` while sixteen others of this organization run, so that none fills the disk, or twelve of this
   * account wait.
   */
  readonly uploading: <T>(uploader: Uploader, work: () => Promise<T>) => Promise<T>;
  /** Limits how many plans are compressed at once; organizations take turns. Throws `Busy` where too many of one wait. */
  readonly limited: RunOfKey;
  /** Signals a plan that waits to be evaluated. */
  readonly signal: Signal;
  /** Signals a call of a run platform that waits for its answer. */
  readonly callSignal: Signal;
  /** Signals a replay that waits for its turn. */
  readonly replaySignal: Signal;
}

/** Organization of an upload, and the account, team or organization that its credentials belong to, by their identifiers. */
interface Uploader {
  readonly organization: string;
  readonly owner: string;
}

/** Maximum number of uploads at once of an organization and of one account in it, and of uploads of that account that wait. */
const maxUploads = { ofOrganization: 16, ofAccount: 4, waiting: 12 };

const busy = {
  ofOrganization: `The organization uploads ${maxUploads.ofOrganization} plans at present, which is the maximum. Send this one again later.`,
  ofAccount: `You upload ${maxUploads.ofAccount + maxUploads.waiting} plans to this organization at present, which is the maximum for one account. Send this one again when one of them is there.`,
};

/** Maximum number of plans compressed at once, and of plans that wait: of one organization, and of all. */
const compressions = { count: 2, maxWaitingOfKey: 30, maxWaiting: 600 };

export function newPlanIntake(): PlanIntake {
  const signals = { signal: newSignal(), callSignal: newSignal(), replaySignal: newSignal() };
  const { ofOrganization: count, ofAccount: countOfAccount, waiting } = maxUploads;
  const ofOrganization = semaphoreByKey({ count, maxWaiting: 0, refusal: busy.ofOrganization });
  const ofAccount = semaphoreByKey({ count: countOfAccount, maxWaiting: waiting, refusal: busy.ofAccount });
  const uploading: PlanIntake['uploading'] = ({ organization, owner }, work) =>
    ofAccount(`${organization} ${owner}`, () => ofOrganization(organization, work));
  return { uploading, limited: newSemaphore(compressions).runOfKey, ...signals };
}
