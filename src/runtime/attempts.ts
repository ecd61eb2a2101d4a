import type { Context } from '../context.ts';
import { tooManyRequests } from '../jsonapi/errors.ts';
import { limiter } from '../lib/limiter.ts';
import { Unavailable } from '../lib/unavailable.ts';
import { attemptSucceeded, beginAttempt, type FailureLimit } from './failure-limit.ts';

/** The key of a limit: no text that somebody types makes it another one's. */
export const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

/** Whoever comes when so many are under way is told so before anything is counted, which takes a change. */
const fewAtOnce = limiter(100, 0);

const counted = async <Result>(
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
  const takeOff = () => attemptSucceeded(database, limits, begun.at);
  const result = await verify().catch(async (error: unknown) => {
    if (error instanceof Unavailable) await takeOff();
    throw error;
  });
  if (result !== undefined && result !== false) await takeOff();
  return result;
};

/**
 * Verifies something secret, which may be guessed wrong only so often a minute: 429 when that is exhausted. A
 * `verify` that answers undefined or false, or throws, counts as wrong, unless it could not be done at all.
 * `Unavailable` where too many are under way.
 */
export const attempt = <Result>(
  context: Context,
  limits: readonly FailureLimit[],
  verify: () => Promise<Result>,
): Promise<Result> => fewAtOnce(() => counted(context, limits, verify));
