import { setTimeout as wait } from 'node:timers/promises';

/** What work gives; undefined where it takes longer, in milliseconds. The work goes on, and its failure is then nobody's. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  const ending = new AbortController();
  const over = wait(milliseconds, undefined, { ref: false, signal: ending.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, over]);
  } finally {
    ending.abort();
  }
}
