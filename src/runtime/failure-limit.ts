// How often something secret may be guessed wrong, counted in the database for all instances together.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../db/database.ts';
import { query } from '../db/query.ts';
import { type Clock, timestamp } from '../lib/clock.ts';
import type { Expiring } from './expiry.ts';

/** What is guessed at, and how many wrong guesses a minute it stands. */
export interface FailureLimit {
  /** Two limits of one attempt have two keys. */
  readonly key: string;
  readonly max: number;
}

/** An attempt that may go on, begun at `at` (milliseconds since 1970), or how long to wait, in seconds. */
export type Attempt =
  | { readonly isAllowed: true; readonly at: number }
  | { readonly isAllowed: false; readonly retryAfter: number };

/** Counts whose minute is over. */
export const expiringFailures: Expiring = { table: 'failed_attempts', key: 'key' };

const windowLength = 60_000;

/** Keys may hold names and addresses, which are nobody's business once the minute is over. */
const stored = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The limits as they are stored, in the one order in which everybody takes their rows. */
const inOrder = (limits: readonly FailureLimit[]): readonly FailureLimit[] =>
  limits.map(({ key, max }) => ({ key: stored(key), max })).sort((one, other) => (one.key < other.key ? -1 : 1));

/** Holds the row of a key, made or begun anew where no window is open, and answers how it stands. */
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

/** Nothing is taken off a window that began after the attempt: it was not counted there. */
const refund = (tx: Transaction, key: string, at: number): Promise<number> =>
  tx.run((db) =>
    db
      .updateTable('failed_attempts')
      .set(({ eb }) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .where('expires_at', '<=', timestamp(at + windowLength)),
  );

/** How long this key is to be left alone, in milliseconds; 0 where it stands another attempt. */
const waitFor = async (tx: Transaction, { key, max }: FailureLimit, now: number): Promise<number> => {
  const row = await tx.first(lockRow, { key, now: timestamp(now), expires_at: timestamp(now + windowLength) });
  return row === undefined || row.count < max ? 0 : Date.parse(row.expires_at) - now;
};

/**
 * Counts an attempt as a failure under every key, before anything is verified, so that guesses made at once are
 * not all tried. Where one key is exhausted nothing is counted: `retryAfter` is whole seconds, at least 1, to the
 * end of its minute, which begins with its first failure.
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

/** Takes an attempt that began at `at` off again under every key: it was right, or never tried. */
export const attemptSucceeded = (database: Database, limits: readonly FailureLimit[], at: number): Promise<void> =>
  database.transaction(async (tx) => {
    for (const { key } of inOrder(limits)) await refund(tx, key, at);
  });
