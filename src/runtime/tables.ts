import type { TablesOf } from '../db/tables.ts';
import { bigint, double, flag, integer, table, text, time } from '../lib/columns.ts';

/** Facts about this installation, one row each, such as the id of the encryption key. */
export const instance = table('instance', {
  name: text(),
  value: text(),
});

/** The instance that does a job at present. */
export const leases = table('leases', {
  name: text(),
  owner: text(),
  /** Counts up with each new owner, so that a former one notices. */
  epoch: bigint(),
  expires_at: time(),
});

/** The token bucket of each client. */
export const rateLimits = table('rate_limits', {
  client: text(),
  tokens: double(),
  /** Whether the last request got a token. */
  is_allowed: flag(),
  /** Seconds since 1970, by the database's clock. */
  refilled_at: double(),
});

/** Wrong guesses of a secret within the present window. */
export const failedAttempts = table('failed_attempts', {
  key: text(),
  count: integer(),
  expires_at: time(),
});

declare module '../db/tables.ts' {
  interface Tables extends TablesOf<[typeof instance, typeof leases, typeof rateLimits, typeof failedAttempts]> {}
}
