import type { Context } from '../context.ts';
import { attemptSucceeded, beginAttempt, type FailureLimit } from '../effects/failure-limit.ts';
import { tooManyRequests } from '../jsonapi/errors.ts';

/** The key of a limit: no text that somebody types makes it another one's. */
export const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

/**
 * Verifies something secret, which may be guessed wrong only so often a minute: 429 when that is exhausted. A
 * `verify` that answers undefined or false, or throws, counts as wrong.
 */
export const attempt = async <Result>(
  { database, clock }: Context,
  limits: readonly FailureLimit[],
  verify: () => Promise<Result>,
): Promise<Result> => {
  const begun = await beginAttempt(database, clock, limits);
  if (!begun.isAllowed) {
    throw tooManyRequests('There were too many wrong attempts; wait a minute.', {
      'retry-after': String(begun.retryAfter),
    });
  }
  const result = await verify();
  if (result !== undefined && result !== false) await attemptSucceeded(database, limits, begun.at);
  return result;
};
