// Limits the number of attempts to guess secrets, such as passwords and one-time codes. The attempts are counted in the
// database.
import { type ApiError, tooManyRequests } from '../../jsonapi/errors.ts';
import type { Run } from '../../lib/concurrency/semaphore.ts';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { attemptDelay, attemptSucceeded, beginAttempt, type FailureLimit, type FailureParts } from './failure-limit.ts';

/** Components that are needed to count attempts. */
export interface AttemptParts extends FailureParts {
  /** Limits concurrent attempts. It refuses further attempts before they are counted, because counting is a write. */
  readonly attemptLimiter: Run;
}

/** Maximum number of attempts that this process verifies at the same time. */
export const maxAttempts = 100;

/**
 * Verifies a secret within limits on failed attempts. Throws status 429 if a limit is reached. The attempt counts as
 * failed if `verify` returns undefined or false, or throws an error that `isFailure` accepts, by default any error
 * except `Unavailable`. Throws `Busy` if too many attempts are in progress.
 */
export function attempt<Result>(
  parts: AttemptParts,
  limits: readonly FailureLimit[],
  verify: () => Promise<Result>,
  isFailure = (error: unknown): boolean => !(error instanceof Unavailable),
): Promise<Result> {
  return parts.attemptLimiter(() => counted(parts, limits, verify, isFailure));
}

/** Throws status 429 if a limit is reached, and counts nothing. For work that precedes the actual attempt. */
export async function requireAttempts(parts: AttemptParts, limits: readonly FailureLimit[]): Promise<void> {
  const delay = await attemptDelay(parts, limits);
  if (delay > 0) throw tooManyAttempts(delay);
}

/**
 * Returns the key of a limit. JSON keeps the parts separate, so that no user input can produce the key of another
 * limit.
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
  tooManyRequests(`There were too many wrong attempts; wait ${inMinutes(seconds)}.`, {
    'retry-after': String(seconds),
  });

const inMinutes = (seconds: number): string => (seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);
