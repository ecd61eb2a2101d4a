import type { Decision, RateLimitStore } from '../lib/concurrency/rate-window.ts';
import type { Rendered } from './reply.ts';
import type { HeaderFields } from './send.ts';
import { waitingWindows } from './waiting-windows.ts';

/** Maximum number of requests per second of one client; `undefined` when there is no limit. */
export type LimitSource = () => number | undefined;

/** Requests that are counted together. */
export interface Budget {
  /** Prefix of the names of its windows. */
  readonly prefix: string;
  /** Factor by which it multiplies the API's limit. */
  readonly times: number;
  readonly windows: RateLimitStore;
}

/**
 * The budgets of all requests. That of the API is the reference's. Reads of the registry protocol count apart, and wait in
 * place of being refused: an installation sends two for each module, and a pipeline starts many at once with one token.
 */
export const budgetsIn = (windows: RateLimitStore) => ({
  api: { prefix: '', times: 1, windows },
  registry: { prefix: 'registry ', times: 10, windows: waitingWindows(windows) },
});

/** The headers that tell a client where it stands. */
export const rateLimitHeaders = ({ isAllowed, limit, remaining, reset }: Decision): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': reset.toFixed(3),
  ...(!isAllowed && { 'retry-after': String(Math.max(1, Math.ceil(reset))) }),
});

/**
 * The wait that a 429 asks for, in the field of the rate limit: some clients, such as go-tfe, read no `Retry-After`. Only where
 * the answer has the fields of the rate limit.
 */
export const resetField = (fields: HeaderFields, { status, headers }: Rendered): HeaderFields => {
  const { 'retry-after': wait } = headers;
  const isMissing = status !== 429 || wait === undefined || fields['x-ratelimit-reset'] === undefined;
  return isMissing ? {} : { 'x-ratelimit-reset': Number(wait).toFixed(3) };
};
