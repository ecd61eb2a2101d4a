// Guesses at secrets: passwords, one-time codes.
import type { Context } from '../context.ts';
import { attemptSucceeded, beginAttempt, type FailureLimit } from '../effects/failure-limit.ts';
import { tooManyAttempts } from '../jsonapi/errors.ts';

/**
 * Lets `verify` try a secret, and answers what it gives: false or undefined mean that the secret was wrong, and so
 * does what it throws. The attempt counts as a failure from before it is tried until it is found right.
 * 429 when a limit is exhausted.
 */
export const attempt = async <Result>(
  { database, clock }: Context,
  limits: readonly FailureLimit[],
  verify: () => Promise<Result>,
): Promise<Result> => {
  const begun = await beginAttempt(database, clock, limits);
  if (!begun.isAllowed) throw tooManyAttempts(begun.retryAfter);
  const result = await verify();
  if (result !== undefined && result !== false) await attemptSucceeded(database, clock, limits);
  return result;
};
