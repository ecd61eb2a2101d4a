import type { Decision, RateLimitStore } from '../lib/concurrency/rate-window.ts';
import type { Rendered } from './reply.ts';
import type { HeaderFields } from './send.ts';
import { waitingWindows } from './waiting-windows.ts';

/** Returns the maximum number of requests per second of one client; undefined if there is no limit. */
export type LimitSource = () => number | undefined;

/** Requests that share a rate limit. */
export interface Budget {
  /** Prefix of the rate limit window names. */
  readonly prefix: string;
  /** Multiple of the API's limit that applies. */
  readonly times: number;
  readonly windows: RateLimitStore;
}

/**
 * Rate limits of all requests. That of the API follows the API reference. Requests to the registry protocol have their
 * own limit, and wait instead of being refused: an installation sends two requests for each module, and a pipeline
 * starts many installations with one token at the same time.
 */
export const budgetsIn = (windows: RateLimitStore) => ({
  api: { prefix: '', times: 1, windows },
  registry: { prefix: 'registry ', times: 10, windows: waitingWindows(windows) },
});

/** Returns the rate limit headers of a response. */
export const rateLimitHeaders = ({ isAllowed, limit, remaining, reset }: Decision): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': reset.toFixed(3),
  ...(!isAllowed && { 'retry-after': String(Math.max(1, Math.ceil(reset))) }),
});

/**
 * Returns a header with the wait of a 429, for clients such as go-tfe that do not read `Retry-After`. Only for
 * responses that have rate limit headers.
 */
export const resetField = (fields: HeaderFields, { status, headers }: Rendered): HeaderFields => {
  const { 'retry-after': wait } = headers;
  const isMissing = status !== 429 || wait === undefined || fields['x-ratelimit-reset'] === undefined;
  return isMissing ? {} : { 'x-ratelimit-reset': Number(wait).toFixed(3) };
};
