import type { TablesOf } from '../../db/tables.ts';
import { double, flag, integer, table, text, time } from '../../kernel/columns.ts';

/** The requests of each client in the last tenths of a second. */
export const rateLimits = table('rate_limits', {
  client: text(),
  /** Oldest first, separated by commas. */
  counts: text(),
  /** True if the last request was allowed. */
  is_allowed: flag(),
  /** The last of them, as a number since 1970 by the database's clock. */
  tenth: double(),
});

/** Wrong guesses of a secret within the present window. */
export const failedAttempts = table('failed_attempts', {
  key: text(),
  count: integer(),
  expires_at: time(),
});

declare module '../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof rateLimits, typeof failedAttempts]> {}
}
