import type { TablesOf } from '../../db/tables.ts';
import { bigint, double, flag, integer, nullable, table, text, time } from '../../kernel/columns.ts';

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

/** The processes that serve this database, and what they know of their jobs. */
export const presences = table('presences', {
  id: text(),
  /** The name of the machine. */
  host: text(),
  version: text(),
  started_at: time(),
  seen_at: time(),
  /** JSON. */
  jobs: text(),
  expires_at: time(),
});

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

/** The answers to requests with an Idempotency-Key. */
export const idempotency = table('kept_answers', {
  /** Of the caller and its key, a SHA-256. */
  id: text(),
  caller: text(),
  /** Of the request. */
  fingerprint: text(),
  status: integer(),
  /** JSON. */
  headers: text(),
  /** Null where the answer is not kept. */
  body: nullable(text()),
  /** The type and identifier of the record that was made. */
  record: nullable(text()),
  expires_at: time(),
});

declare module '../../db/tables.ts' {
  interface Tables
    extends TablesOf<
      [typeof instance, typeof leases, typeof presences, typeof rateLimits, typeof failedAttempts, typeof idempotency]
    > {}
}
