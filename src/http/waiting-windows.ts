import { setTimeout as wait } from 'node:timers/promises';
import type { RateLimitStore } from '../lib/concurrency/rate-window.ts';

/** Maximum number of requests of one client that wait at once, in this process. */
const maxWaiting = 64;
/** Maximum number of waits of a request until its window has a place. One wait is a second at most. */
const maxWaits = 5;

/** Windows past whose limit a request waits for a place. It is refused where too many of its client wait, or too long. */
export const waitingWindows = (windows: RateLimitStore): RateLimitStore => {
  const waiting = new Map<string, number>();

  const leave = (client: string): void => {
    const others = (waiting.get(client) ?? 1) - 1;
    if (others === 0) waiting.delete(client);
    else waiting.set(client, others);
  };

  return {
    take: async (client, limit) => {
      let decision = await windows.take(client, limit);
      const others = waiting.get(client) ?? 0;
      if (decision.isAllowed || others >= maxWaiting) return decision;
      waiting.set(client, others + 1);
      try {
        for (let waits = 0; waits < maxWaits && !decision.isAllowed; waits += 1) {
          await wait(Math.ceil(decision.reset * 1_000));
          decision = await windows.take(client, limit);
        }
        return decision;
      } finally {
        leave(client);
      }
    },
  };
};
