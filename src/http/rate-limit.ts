/** How many requests a second one client may make; `undefined` when there is no limit. */
export type LimitSource = () => number | undefined;

/** The outcome for one request. */
export interface Decision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the next request would be allowed; 0 when one is. */
  readonly reset: number;
}

/** Where clients' token buckets are kept: each holds one second's worth of requests. */
export interface RateLimitStore {
  take(client: string, limit: number): Decision | Promise<Decision>;
}

interface Bucket {
  tokens: number;
  refilledAt: number;
}

/** The decision for a bucket that held `tokens` before this request. */
export const decide = (tokens: number, limit: number): Decision => {
  const isAllowed = tokens >= 1;
  const left = isAllowed ? tokens - 1 : tokens;
  return { isAllowed, limit, remaining: Math.floor(left), reset: left >= 1 ? 0 : (1 - left) / limit };
};

const second = 1_000;

/**
 * Buckets in this process's memory. A bucket untouched for a second is full again, so forgetting it is exact:
 * two generations, the older dropped each second, bound what a flood of addresses can occupy.
 */
export const memoryRateLimitStore = (now: () => number): RateLimitStore => {
  let young = new Map<string, Bucket>();
  let old = new Map<string, Bucket>();
  let turnedAt = now();

  const turn = (at: number): void => {
    if (at - turnedAt < second) return;
    old = at - turnedAt < 2 * second ? young : new Map();
    young = new Map();
    turnedAt = at;
  };
  const bucketOf = (client: string, limit: number, at: number): Bucket => {
    const bucket = young.get(client) ?? old.get(client) ?? { tokens: limit, refilledAt: at };
    young.set(client, bucket);
    return bucket;
  };

  return {
    take: (client, limit) => {
      const at = now();
      turn(at);
      const bucket = bucketOf(client, limit, at);
      const refilled = Math.min(limit, bucket.tokens + (Math.max(0, at - bucket.refilledAt) / second) * limit);
      const decision = decide(refilled, limit);
      bucket.tokens = decision.isAllowed ? refilled - 1 : refilled;
      bucket.refilledAt = at;
      return decision;
    },
  };
};

/** The headers that tell a client where it stands. */
export const rateLimitHeaders = ({ isAllowed, limit, remaining, reset }: Decision): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': reset.toFixed(3),
  ...(!isAllowed && { 'retry-after': String(Math.max(1, Math.ceil(reset))) }),
});
