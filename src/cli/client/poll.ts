import { setTimeout as pause } from 'node:timers/promises';

/** Shortest and longest delay between two requests, in milliseconds. */
const [firstPause, maxPause] = [100, 2_000];

interface Polling<Answer> {
  readonly isLast: (answer: Answer) => boolean;
  /** Time limit for all requests together, in milliseconds. */
  readonly maxTime: number;
}

/**
 * Repeats a request until `isLast` returns true for its response. Returns undefined if the time limit is exceeded. The
 * delay between requests grows to two seconds.
 */
export async function poll<Answer>(
  read: () => Promise<Answer>,
  { isLast, maxTime }: Polling<Answer>,
): Promise<Answer | undefined> {
  const deadline = Date.now() + maxTime;
  for (let wait = firstPause; Date.now() < deadline; wait = Math.min(2 * wait, maxPause)) {
    await pause(wait);
    const answer = await read();
    if (isLast(answer)) return answer;
  }
  return undefined;
}
