import { setTimeout as wait } from 'node:timers/promises';
import { Unavailable } from '../errors/unavailable.ts';

/**
 * Returns the result of work, or undefined if the work takes longer than the time limit. After the time limit, the
 * signal that the work received is aborted and errors of the work are ignored.
 */
export async function within<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const late = new AbortController();
  const ending = new AbortController();
  const over = wait(milliseconds, undefined, { ref: false, signal: ending.signal }).then(
    () => void late.abort(new Unavailable('the time limit has passed')),
    () => undefined,
  );
  try {
    return await Promise.race([work(late.signal), over]);
  } finally {
    ending.abort();
  }
}
