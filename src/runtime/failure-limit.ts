// Limits on wrong guesses of a secret, counted in the database for all instances together.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../db/database.ts';
import { query } from '../db/query.ts';
import { type Clock, timestamp } from '../lib/clock.ts';
import type { Expiring } from './expiry.ts';

/** A limit of wrong guesses in a minute. */
export interface FailureLimit {
  /** Identifies what is guessed; the limits of one attempt have different keys. */
  readonly key: string;
  readonly max: number;
}

/** An allowed attempt with its start (milliseconds since 1970), or the seconds to wait. */
export type Attempt =
  | { readonly isAllowed: true; readonly at: number }
  | { readonly isAllowed: false; readonly retryAfter: number };

/** Counts of past minutes. */
export const expiringFailures: Expiring = { table: 'failed_attempts', key: 'key' };

const windowLength = 60_000;

/** Keys may contain names and addresses, so only their hashes are stored. */
const stored = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The limits with stored keys, in one order for all transactions, so that they cannot deadlock. */
const inOrder = (limits: readonly FailureLimit[]): readonly FailureLimit[] =>
  limits.map(({ key, max }) => ({ key: stored(key), max })).sort((one, other) => (one.key < other.key ? -1 : 1));

/** Locks the row of a key and gives its count; starts a new window where none is open. */
const lockRow = query<{ key: string; now: string; expires_at: string }>()((db, { key, now, expires_at }) =>
  db
    .insertInto('failed_attempts')
    .values({ key, count: 0, expires_at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when failed_attempts.expires_at <= ${now} then 0 else failed_attempts.count end`,
        expires_at: sql<string>`case when failed_attempts.expires_at <= ${now} or failed_attempts.count = 0 then ${expires_at} else failed_attempts.expires_at end`,
      }),
    )
    .returning(['count', 'expires_at']),
);

const add = (tx: Transaction, key: string): Promise<number> =>
  tx.run((db) =>
    db
      .updateTable('failed_attempts')
      .set(({ eb }) => ({ count: eb('count', '+', 1) }))
      .where('key', '=', key),
  );

/** A window that began after the attempt stays as it is: the attempt was not counted there. */
const refund = (tx: Transaction, key: string, at: number): Promise<number> =>
  tx.run((db) =>
    db
      .updateTable('failed_attempts')
      .set(({ eb }) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .where('expires_at', '<=', timestamp(at + windowLength)),
  );

/** The milliseconds to wait for another attempt; 0 where one is allowed. */
const waitFor = async (tx: Transaction, { key, max }: FailureLimit, now: number): Promise<number> => {
  const row = await tx.first(lockRow, { key, now: timestamp(now), expires_at: timestamp(now + windowLength) });
  return row === undefined || row.count < max ? 0 : Date.parse(row.expires_at) - now;
};

/**
 * Counts an attempt as a failure under every key before anything is verified, so that parallel guesses cannot exceed
 * a limit. Where one limit is reached, nothing is counted: `retryAfter` is the whole seconds, at least 1, to the end
 * of its minute, which begins with its first failure.
 */
export const beginAttempt = (database: Database, clock: Clock, limits: readonly FailureLimit[]): Promise<Attempt> =>
  database.transaction(async (tx): Promise<Attempt> => {
    const now = clock.now();
    const ordered = inOrder(limits);
    let wait = 0;
    for (const limit of ordered) wait = Math.max(wait, await waitFor(tx, limit, now));
    if (wait > 0) return { isAllowed: false, retryAfter: Math.ceil(wait / 1_000) };
    for (const { key } of ordered) await add(tx, key);
    return { isAllowed: true, at: now };
  });

/** Subtracts an attempt that began at `at` under every key: it was right, or was never verified. */
export const attemptSucceeded = (database: Database, limits: readonly FailureLimit[], at: number): Promise<void> =>
  database.transaction(async (tx) => {
    for (const { key } of inOrder(limits)) await refund(tx, key, at);
  });
