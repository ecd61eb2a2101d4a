// Limits for failed attempts to guess a secret. All instances count these attempts together in the database.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/database.ts';
import { isInJsonArray } from '../../db/expressions.ts';
import { query } from '../../db/query.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import type { Expiring } from '../jobs/expiry.ts';
import type { ExhaustedKeys } from './exhausted-keys.ts';

/** Maximum number of failed attempts within a time window. */
export interface FailureLimit {
  /**
   * Identifies the secret or account that is guessed. If several limits apply to an attempt, they have different keys.
   */
  readonly key: string;
  readonly max: number;
  /** Duration of the time window in milliseconds. Defaults to one minute. */
  readonly window?: number;
}

/** Components with which failed attempts are counted. */
export interface FailureParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly exhaustedKeys: ExhaustedKeys;
}

/**
 * Result of beginning an attempt. If it is allowed, `at` is its start in milliseconds since 1970. Otherwise
 * `retryAfter` is the number of seconds to wait.
 */
export type Attempt =
  | { readonly isAllowed: true; readonly at: number }
  | { readonly isAllowed: false; readonly retryAfter: number };

/** Declares that counts are deleted after their time window has ended. */
export const expiringFailures: Expiring = { table: 'failed_attempts', key: 'key' };

const minute = 60_000;

/** Returns the stored form of a key. It is a hash, because keys may contain names and addresses. */
const stored = (key: string): string => createHash('sha256').update(key).digest('hex');

/**
 * Returns the limits with hashed keys. They are sorted, so that transactions lock them in the same order and cannot
 * deadlock.
 */
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

/** Locks a key's row and returns its count. If the time window has ended, a new one begins. */
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

/**
 * Subtracts an attempt that was counted at `at`. If the time window began later, it does not include the attempt and is
 * not changed.
 */
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
 * Returns the number of seconds until all limits permit another attempt, rounded up, or 0 if they already do. Reads
 * from the database unless the cache contains a reached limit. Does not write.
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
 * Counts an attempt as failed under every key before the secret is checked, so that parallel attempts cannot exceed a
 * limit. If a limit is reached, nothing is counted, and `retryAfter` is the number of seconds, at least 1, until the
 * limit's time window ends. A time window begins with its first failure.
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
 * Counts an action under every key, in the same transaction as the action. Returns 0 if the action is allowed.
 * Otherwise the caller must roll back the transaction, and the result is the number of milliseconds until the action
 * will be allowed.
 */
export async function countAttempt(tx: Transaction, limits: readonly FailureLimit[], now: number): Promise<number> {
  try {
    await count(tx, inOrder(limits), now);
    return 0;
  } catch (error) {
    if (error instanceof LimitReached) return error.wait;
    throw error;
  }
}

/** Thrown to roll back the counts of an attempt if one of its limits is reached. */
class LimitReached extends Error {
  readonly wait: number;

  constructor(wait: number) {
    super('a limit on failed attempts is reached');
    this.wait = wait;
  }
}

const inSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);

/**
 * Subtracts the attempt that began at `at` from the counts of all keys, because it was successful or was never checked.
 */
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
