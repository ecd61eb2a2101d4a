// Rate limit windows in PostgreSQL. All instances count a client's requests together.
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { decisionIn, type RateLimitStore, windowTenths } from '../../lib/concurrency/rate-window.ts';

/** Current time in ms since 1970 on the database's clock, which is the same for all instances. */
const now = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::float8`;
const currentTenth = sql<number>`floor(${now} / 100)::float8`;
const size = sql.lit(windowTenths);

const passed = sql<number>`least(greatest(${currentTenth} - rate_limits.tenth, 0), ${size})::int`;
const counts = sql<number[]>`string_to_array(rate_limits.counts, ',')::bigint[]`;
/** Counts of a window after it has moved forward by the tenths of a second since the last request. */
const moved = sql<number[]>`((${counts})[${passed} + 1:${size}] || array_fill(0::bigint, array[${passed}]))`;
const isBelow = (limit: number) => sql<boolean>`(select sum(c) from unnest(${moved}) c) < ${limit}::bigint`;

const firstCounts = sql<string>`${sql.lit('0,'.repeat(windowTenths - 1))} || '1'`;

/** Moves a client's window forward to the current time. Counts the request if the limit permits it. */
const takeInWindow = query<{ client: string; limit: number }>()((db, { client, limit }) => {
  const allowed = sql<number>`case when ${isBelow(limit)} then 1 else 0 end`;
  return db
    .insertInto('rate_limits')
    .values({ client, counts: firstCounts, is_allowed: 1, tenth: currentTenth })
    .onConflict((conflict) =>
      conflict.column('client').doUpdateSet({
        counts: sql<string>`array_to_string((${moved})[1:${size} - 1] || ((${moved})[${size}] + ${allowed}), ',')`,
        is_allowed: allowed,
        tenth: sql<number>`greatest(${currentTenth}, rate_limits.tenth)`,
      }),
    )
    .returning(['counts', 'is_allowed', 'tenth'])
    .returning(now.as('now'));
});

/** Number of seconds without requests after which a window is deleted, because it is empty by then. */
const staleAfter = 60;
const takesBetweenSweeps = 1_000;

const sweep = async (database: Database): Promise<void> => {
  await database.transaction((tx) =>
    tx.run((db) => db.deleteFrom('rate_limits').where('tenth', '<', sql<number>`${currentTenth} - ${staleAfter * 10}`)),
  );
};

/** Components that the store needs. */
interface Parts {
  readonly database: Database;
  readonly log: { warn(details: object, message: string): void };
}

/** Stores rate limit windows in the database. Each request needs one statement. */
export const sharedRateLimitStore = ({ database, log }: Parts): RateLimitStore => {
  const warn = (error: unknown) => log.warn({ error }, 'expired rate limit windows were not deleted');
  let takes = 0;
  return {
    take: async (client, limit) => {
      takes += 1;
      // The request that triggers the deletion of expired windows does not wait for it, and does not fail if the
      // deletion fails.
      if (takes % takesBetweenSweeps === 0) sweep(database).catch(warn);
      const row = await database.first(takeInWindow, { client, limit });
      if (row === undefined) throw new Error('an upsert returns its row');
      const window = { counts: row.counts.split(',').map(Number), tenth: row.tenth };
      return decisionIn(window, row.is_allowed === 1, limit, row.now);
    },
  };
};
