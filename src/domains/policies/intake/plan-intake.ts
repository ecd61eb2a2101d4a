import { newSemaphore, type RunOfKey, semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';
import { newSignal, type Signal } from '../../../lib/concurrency/signal.ts';

/** Limits and signals for the evaluation of plans. */
export interface PlanIntake {
  /**
   * Runs an upload of a plan. At most four uploads of one account in an organization run at the same time, so that
   * other members can still upload. Throws `Busy` if 16 other uploads of the organization are running or if 12 uploads
   * of the account wait. These limits prevent uploads from filling the disk.
   */
  readonly uploading: <T>(uploader: Uploader, work: () => Promise<T>) => Promise<T>;
  /**
   * Limits how many plans are compressed at the same time. Organizations take turns. Throws `Busy` if too many plans of
   * one organization wait for compression.
   */
  readonly limited: RunOfKey;
  /** Notified when a plan is ready to be evaluated. */
  readonly signal: Signal;
  /** Notified when a run task call has been accepted. */
  readonly callSignal: Signal;
  /** Notified when a replay has been created and waits to be run. */
  readonly replaySignal: Signal;
}

/**
 * Organization to which a plan is uploaded, and identifier of the account, team or organization that owns the
 * credentials.
 */
interface Uploader {
  readonly organization: string;
  readonly owner: string;
}

/**
 * Maximum number of concurrent uploads per organization, maximum number of concurrent uploads per account in an
 * organization, and maximum number of waiting uploads per account.
 */
const maxUploads = { ofOrganization: 16, ofAccount: 4, waiting: 12 };

const busy = {
  ofOrganization: `The organization already has ${maxUploads.ofOrganization} plan uploads in progress, which is the maximum. Repeat the upload later.`,
  ofAccount: `You already have ${maxUploads.ofAccount + maxUploads.waiting} plan uploads to this organization in progress, which is the maximum for one account. Repeat the upload when one of them has finished.`,
};

/**
 * Maximum number of plans that are compressed at the same time, maximum number of waiting plans per organization, and
 * maximum number of waiting plans in total.
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
