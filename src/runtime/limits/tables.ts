import type { TablesOf } from '../../db/tables.ts';
import { double, flag, integer, table, text, time } from '../../kernel/columns.ts';

/** Requests of each client in the last tenths of a second. */
export const rateLimits = table('rate_limits', {
  client: text(),
  /** Oldest first, separated by commas. */
  counts: text(),
  /** Whether the last request was allowed. */
  is_allowed: flag(),
  /** Last of these tenths, as the number of tenths since 1970 on the database's clock. */
  tenth: double(),
});

/** Failed attempts to guess a secret within the current time window. */
export const failedAttempts = table('failed_attempts', {
  key: text(),
  count: integer(),
  expires_at: time(),
});

declare module '../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof rateLimits, typeof failedAttempts]> {}
}
