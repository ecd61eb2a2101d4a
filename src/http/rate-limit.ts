import type { Decision } from '../lib/rate-window.ts';

/** How many requests a second one client may make; `undefined` when there is no limit. */
export type LimitSource = () => number | undefined;

/** The headers that tell a client where it stands. */
export const rateLimitHeaders = ({ isAllowed, limit, remaining, reset }: Decision): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': reset.toFixed(3),
  ...(!isAllowed && { 'retry-after': String(Math.max(1, Math.ceil(reset))) }),
});
