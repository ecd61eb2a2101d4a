// Limits on wrong guesses of a secret, counted in the database for all instances together.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/database.ts';
import { isInJsonArray } from '../../db/expressions.ts';
import { query } from '../../db/query.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import type { Expiring } from '../jobs/expiry.ts';
import type { ExhaustedKeys } from './exhausted-keys.ts';

/** A limit of wrong guesses in a minute, or another time. */
export interface FailureLimit {
  /** Identifies what is guessed; the limits of one attempt have different keys. */
  readonly key: string;
  readonly max: number;
  /** In milliseconds; a minute where it is absent. */
  readonly window?: number;
}

/** Parts of the service that counting failures needs. */
export interface FailureParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly exhaustedKeys: ExhaustedKeys;
}

/** An allowed attempt with its start (milliseconds since 1970), or the seconds to wait. */
export type Attempt =
  | { readonly isAllowed: true; readonly at: number }
  | { readonly isAllowed: false; readonly retryAfter: number };

/** Counts of past minutes. */
export const expiringFailures: Expiring = { table: 'failed_attempts', key: 'key' };

const minute = 60_000;

/** Keys may contain names and addresses, so only their hashes are stored. */
const stored = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The limits with stored keys, in one order for all transactions, so that they cannot deadlock. */
const inOrder = (limits: readonly FailureLimit[]): readonly Required<FailureLimit>[] =>
  limits
    .map(({ key, max, window = minute }) => ({ key: stored(key), max, window }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));

const countsOf = query<{ keys: string }>()((db, { keys }, engine) =>
  db
    .selectFrom('failed_attempts')
    .select(['key', 'count', 'expires_at'])
    .where(({ ref }) => isInJsonArray(engine, ref('key'), keys)),
);

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
const refund = (tx: Transaction, { key, window }: Required<FailureLimit>, at: number): Promise<number> =>
  tx.run((db) =>
    db
      .updateTable('failed_attempts')
      .set(({ eb }) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .where('expires_at', '<=', timestamp(at + window)),
  );

/**
 * The whole seconds until the limits allow another attempt; 0 where they do. Limits that are known to be reached cost no
 * query, and the others one; nothing is written.
 */
export const attemptDelay = async (
  { database, clock, exhaustedKeys }: FailureParts,
  limits: readonly FailureLimit[],
): Promise<number> => {
  const now = clock.now();
  const maxima = new Map(inOrder(limits).map(({ key, max }) => [key, max]));
  const known = Math.max(0, ...[...maxima.keys()].map((key) => exhaustedKeys.waitFor(key, now)));
  if (known > 0) return inSeconds(known);
  const rows = await database.rows(countsOf, { keys: JSON.stringify([...maxima.keys()]) });
  const reached = rows.filter(({ key, count }) => count >= (maxima.get(key) ?? Number.POSITIVE_INFINITY));
  const ends = reached.map(({ key, expires_at }) => ({ key, end: Date.parse(expires_at) }));
  for (const { key, end } of ends) exhaustedKeys.add(key, end, now);
  return inSeconds(Math.max(0, ...ends.map(({ end }) => end - now)));
};

/**
 * Counts an attempt as a failure under every key before anything is verified, so that parallel guesses cannot exceed
 * a limit. Where one limit is reached, nothing is counted or written: `retryAfter` is the whole seconds, at least 1, to
 * the end of its time, which begins with its first failure.
 */
export const beginAttempt = async (parts: FailureParts, limits: readonly FailureLimit[]): Promise<Attempt> => {
  const delay = await attemptDelay(parts, limits);
  if (delay > 0) return { isAllowed: false, retryAfter: delay };
  try {
    return await parts.database.transaction((tx) => count(tx, inOrder(limits), parts.clock.now()));
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return { isAllowed: false, retryAfter: inSeconds(error.wait) };
  }
};

const count = async (tx: Transaction, limits: readonly Required<FailureLimit>[], now: number): Promise<Attempt> => {
  for (const { key, max, window } of limits) {
    const row = await tx.first(lockRow, { key, now: timestamp(now), expires_at: timestamp(now + window) });
    if (row !== undefined && row.count >= max) throw new LimitReached(Date.parse(row.expires_at) - now);
    await add(tx, key);
  }
  return { isAllowed: true, at: now };
};

/**
 * Counts an act under every key, in its transaction. Where a limit is reached it answers the milliseconds until the act is
 * allowed, and the transaction must be rolled back; 0 where it is allowed.
 */
export async function countAct(tx: Transaction, limits: readonly FailureLimit[], now: number): Promise<number> {
  try {
    await count(tx, inOrder(limits), now);
    return 0;
  } catch (error) {
    if (error instanceof LimitReached) return error.wait;
    throw error;
  }
}

/** Rolls the count back, with the rows that it began. */
class LimitReached extends Error {
  readonly wait: number;

  /** `wait` is in milliseconds. */
  constructor(wait: number) {
    super('a limit of failures is reached');
    this.wait = wait;
  }
}

const inSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);

/** Subtracts an attempt that began at `at` under every key: it was right, or was never verified. */
export const attemptSucceeded = async (
  { database, exhaustedKeys }: FailureParts,
  limits: readonly FailureLimit[],
  at: number,
): Promise<void> => {
  const ordered = inOrder(limits);
  await database.transaction(async (tx) => {
    for (const limit of ordered) await refund(tx, limit, at);
  });
  for (const { key } of ordered) exhaustedKeys.delete(key);
};
