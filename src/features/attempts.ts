// Guesses at secrets: passwords, one-time codes.
import type { Context } from '../context.ts';
import { attemptSucceeded, beginAttempt, type FailureLimit } from '../effects/failure-limit.ts';
import { tooManyAttempts } from '../jsonapi/errors.ts';

/**
 * Lets `verify` try a secret, and answers what it gives; undefined from it means that the secret was wrong. The
 * attempt counts as a failure from before it is tried until it is found right. 429 when a limit is exhausted.
 */
export const attempt = async <Result>(
  { database, clock }: Context,
  limits: readonly FailureLimit[],
  verify: () => Promise<Result | undefined>,
): Promise<Result | undefined> => {
  const begun = await beginAttempt(database, clock, limits);
  if (!begun.isAllowed) throw tooManyAttempts(begun.retryAfter);
  const result = await verify();
  if (result !== undefined) await attemptSucceeded(database, clock, limits);
  return result;
};
