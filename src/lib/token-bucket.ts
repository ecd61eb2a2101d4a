/** The decision for one request. */
export interface Decision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the next request would be allowed; 0 when one is. */
  readonly reset: number;
}

/** A store of token buckets: each client has one, for the requests of one second. */
export interface RateLimitStore {
  take(client: string, limit: number): Decision | Promise<Decision>;
}

interface Bucket {
  tokens: number;
  refilledAt: number;
}

/** The decision with `left` tokens remaining in the bucket. */
export const decisionOf = (isAllowed: boolean, left: number, limit: number): Decision => ({
  isAllowed,
  limit,
  remaining: Math.floor(left),
  reset: left >= 1 ? 0 : (1 - left) / limit,
});

const second = 1_000;

/**
 * Buckets in the memory of this process. A bucket is full again after a second without requests, so that it can be
 * dropped: two generations, the older dropped each second, bound the memory that many addresses can use.
 */
export const memoryRateLimitStore = (now: () => number): RateLimitStore => {
  let young = new Map<string, Bucket>();
  let old = new Map<string, Bucket>();
  let rotatedAt = now();

  const rotate = (at: number): void => {
    if (at - rotatedAt < second) return;
    old = at - rotatedAt < 2 * second ? young : new Map();
    young = new Map();
    rotatedAt = at;
  };
  const bucketOf = (client: string, limit: number, at: number): Bucket => {
    const bucket = young.get(client) ?? old.get(client) ?? { tokens: limit, refilledAt: at };
    young.set(client, bucket);
    return bucket;
  };

  return {
    take: (client, limit) => {
      const at = now();
      rotate(at);
      const bucket = bucketOf(client, limit, at);
      const refilled = Math.min(limit, bucket.tokens + (Math.max(0, at - bucket.refilledAt) / second) * limit);
      const isAllowed = refilled >= 1;
      bucket.tokens = isAllowed ? refilled - 1 : refilled;
      bucket.refilledAt = at;
      return decisionOf(isAllowed, bucket.tokens, limit);
    },
  };
};
