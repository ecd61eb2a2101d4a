// Limits how often clients can try to guess secrets, such as passwords and one-time codes. Failed attempts are counted
// in the database.
import { type ApiError, tooManyRequests } from '../../jsonapi/errors.ts';
import type { Run } from '../../lib/concurrency/semaphore.ts';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { attemptDelay, attemptSucceeded, beginAttempt, type FailureLimit, type FailureParts } from './failure-limit.ts';

/** Components with which attempts are counted. */
export interface AttemptParts extends FailureParts {
  /**
   * Limits the attempts that run at the same time. Further attempts are refused before they are counted, because
   * counting writes to the database.
   */
  readonly attemptLimiter: Run;
}

/** Maximum number of attempts that this process checks at the same time. */
export const maxAttempts = 100;

/**
 * Checks a secret unless too many attempts have failed. Throws 429 if a limit is reached. The attempt fails if `verify`
 * returns undefined or false, or throws an error for which `isFailure` is true. By default, these are all errors except
 * `Unavailable`. Throws `Busy` if too many attempts run at the same time.
 */
export function attempt<Result>(
  parts: AttemptParts,
  limits: readonly FailureLimit[],
  verify: () => Promise<Result>,
  isFailure = (error: unknown): boolean => !(error instanceof Unavailable),
): Promise<Result> {
  return parts.attemptLimiter(() => counted(parts, limits, verify, isFailure));
}

/** Throws 429 if a limit is reached. It counts nothing, so it is suitable for steps before the actual attempt. */
export async function requireAttempts(parts: AttemptParts, limits: readonly FailureLimit[]): Promise<void> {
  const delay = await attemptDelay(parts, limits);
  if (delay > 0) throw tooManyAttempts(delay);
}

/**
 * Returns the key of a limit. The parts are combined as JSON, so that no user input in a part can result in the key of
 * another limit.
 */
export function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

const counted = async <Result>(
  parts: AttemptParts,
  limits: readonly FailureLimit[],
  verify: () => Promise<Result>,
  isFailure: (error: unknown) => boolean,
): Promise<Result> => {
  const begun = await beginAttempt(parts, limits);
  if (!begun.isAllowed) throw tooManyAttempts(begun.retryAfter);
  const uncount = () => attemptSucceeded(parts, limits, begun.at);
  const result = await verify().catch(async (error: unknown) => {
    if (!isFailure(error)) await uncount();
    throw error;
  });
  if (result !== undefined && result !== false) await uncount();
  return result;
};

const tooManyAttempts = (seconds: number): ApiError =>
  tooManyRequests(`There were too many wrong attempts. Try again in ${inMinutes(seconds)}.`, {
    'retry-after': String(seconds),
  });

const inMinutes = (seconds: number): string => (seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);
