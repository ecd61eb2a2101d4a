import type { Decision, RateLimitStore } from '../lib/concurrency/rate-window.ts';
import type { Rendered } from './reply.ts';
import type { HeaderFields } from './send.ts';
import { waitingWindows } from './waiting-windows.ts';

/** Returns the maximum number of requests per second for each client, or undefined if there is no limit. */
export type LimitSource = () => number | undefined;

/** Group of requests that share a rate limit. */
export interface Budget {
  /** Prefix of the names of the rate limit windows. */
  readonly prefix: string;
  /** Factor by which the API's rate limit is multiplied. */
  readonly times: number;
  readonly windows: RateLimitStore;
}

/**
 * Rate limits of all requests. The limit of the API follows the API reference. Requests to the registry protocol have a
 * separate limit, and wait instead of being refused. An installation sends two of these requests for each module, and a
 * pipeline may start many installations with one token at the same time.
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
 * Returns a header with the time to wait after 429, for clients such as go-tfe that do not read `Retry-After`. Returns
 * it only for responses that have the rate limit headers.
 */
export const resetField = (fields: HeaderFields, { status, headers }: Rendered): HeaderFields => {
  const { 'retry-after': wait } = headers;
  const isMissing = status !== 429 || wait === undefined || fields['x-ratelimit-reset'] === undefined;
  return isMissing ? {} : { 'x-ratelimit-reset': Number(wait).toFixed(3) };
};
