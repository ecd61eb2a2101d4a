// Limits requests to hosts that did not respond in time. Until such a host responds again, each organization can have
// only one request waiting for the host.
import { PlatformProblem, PlatformTimeout } from './platform-problem.ts';

/**
 * Purpose of a request to a platform. The purposes have separate limits, because a platform can be slow to send plans
 * but fast to accept results.
 */
export type RequestKind = 'plan' | 'result';

/** Organization, host and purpose of a request to a platform. */
interface Reached {
  readonly organization: string;
  readonly origin: string;
  readonly kind: RequestKind;
}

export interface SlowHosts {
  /**
   * Sends a request. Throws `PlatformProblem` if the host is slow and another request of the organization already waits
   * for the host.
   */
  request<Result>(reached: Reached, send: () => Promise<Result>): Promise<Result>;
}

/** Time in ms for which a host is considered slow after a timeout. */
const memory = 600_000;

export function newSlowHosts(now: () => number): SlowHosts {
  const waiting = new Map<string, number>();
  const slow = new Map<string, { readonly kind: RequestKind; readonly until: number }>();

  const markSlow = (key: string, kind: RequestKind): void => {
    for (const [other, { until }] of slow) if (until <= now()) slow.delete(other);
    slow.set(key, { kind, until: now() + memory });
  };
  const markAnswered = (key: string, kind: RequestKind): void => {
    if (slow.get(key)?.kind === kind) slow.delete(key);
  };
  const isSlow = (key: string): boolean => (slow.get(key)?.until ?? 0) > now();
  const count = (key: string, change: 1 | -1): void => {
    const requests = (waiting.get(key) ?? 0) + change;
    if (requests === 0) waiting.delete(key);
    else waiting.set(key, requests);
  };

  return {
    request: async ({ organization, origin, kind }, send) => {
      const key = `${organization} ${origin}`;
      if (isSlow(key) && waiting.has(key)) throw new PlatformProblem('The platform did not respond in time.', true);
      count(key, 1);
      try {
        const result = await send();
        markAnswered(key, kind);
        return result;
      } catch (error) {
        if (error instanceof PlatformTimeout) markSlow(key, kind);
        else markAnswered(key, kind);
        throw error;
      } finally {
        count(key, -1);
      }
    },
  };
}
