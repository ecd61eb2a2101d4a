import { newSemaphore, type RunOfKey, semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';
import { newSignal, type Signal } from '../../../lib/concurrency/signal.ts';

/** Limits and signals for the evaluation of plans. */
export interface PlanIntake {
  /**
   * Runs an upload. At most four uploads of one account in an organization run concurrently, so that no member prevents
   * others from uploading. Throws `Busy` if 16 other uploads of the organization are running, so that uploads do not
   * fill the disk, or if 12 uploads of the account wait.
   */
  readonly uploading: <T>(uploader: Uploader, work: () => Promise<T>) => Promise<T>;
  /**
   * Limits how many plans are compressed concurrently. Organizations take turns. Throws `Busy` if too many plans of one
   * organization wait.
   */
  readonly limited: RunOfKey;
  /** Notified when a plan is ready to be evaluated. */
  readonly signal: Signal;
  /** Notified when a call of a run platform has been accepted. */
  readonly callSignal: Signal;
  /** Notified when a replay is waiting. */
  readonly replaySignal: Signal;
}

/** Organization of an upload, and the identifier of the account, team or organization that owns the credentials. */
interface Uploader {
  readonly organization: string;
  readonly owner: string;
}

/**
 * Maximum number of concurrent uploads per organization and per account in it, and maximum number of waiting uploads
 * per account.
 */
const maxUploads = { ofOrganization: 16, ofAccount: 4, waiting: 12 };

const busy = {
  ofOrganization: `The organization already has ${maxUploads.ofOrganization} plan uploads in progress, which is the maximum. Repeat the upload later.`,
  ofAccount: `You already have ${maxUploads.ofAccount + maxUploads.waiting} plan uploads to this organization in progress, which is the maximum for one account. Repeat the upload when one of them has finished.`,
};

/**
 * Maximum number of plans compressed concurrently, and maximum number of plans that wait, per organization and in
 * total.
 */
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
