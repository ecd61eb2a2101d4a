import { setTimeout as pause } from 'node:timers/promises';

/** In milliseconds. */
const [firstPause, maxPause] = [100, 2_000];

interface Polling<Answer> {
  readonly isLast: (answer: Answer) => boolean;
  /** In milliseconds. */
  readonly maxTime: number;
}

/** Reads again until an answer is the last one; undefined where that takes longer. The pauses grow to two seconds. */
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
