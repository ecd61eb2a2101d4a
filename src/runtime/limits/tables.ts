import type { TablesOf } from '../../db/tables.ts';
import { double, flag, integer, table, text, time } from '../../kernel/columns.ts';

/** Rate limit windows of clients, which contain the requests of about the last second. */
export const rateLimits = table('rate_limits', {
  client: text(),
  /** Number of requests in each tenth of a second, oldest first, separated by commas. */
  counts: text(),
  /** Whether the client's last request was allowed. */
  is_allowed: flag(),
  /** Last tenth of a second in `counts`, as the number of tenths since 1970 on the database's clock. */
  tenth: double(),
});

/** Number of failed attempts to guess a secret within the current time window. */
export const failedAttempts = table('failed_attempts', {
  key: text(),
  count: integer(),
  expires_at: time(),
});

declare module '../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof rateLimits, typeof failedAttempts]> {}
}
