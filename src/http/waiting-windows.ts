import { setTimeout as wait } from 'node:timers/promises';
import type { RateLimitStore } from '../lib/concurrency/rate-window.ts';

/** Maximum number of waiting requests of one client in this process. */
const maxWaiting = 64;
/**
 * Maximum number of times that a request waits until its rate limit window permits it. Each wait takes at most one
 * second.
 */
const maxWaits = 5;

/**
 * Wraps rate limit windows so that a request over the limit waits instead of being refused. It is still refused if too
 * many requests of the same client are waiting, or if it has waited too long.
 */
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
