// Token buckets in PostgreSQL, so that all instances count the requests of a client together.
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { query } from '../db/query.ts';
import { decisionOf, type RateLimitStore } from '../lib/token-bucket.ts';

/** The clock of the database in seconds, the same for all instances. */
const now = sql<number>`extract(epoch from statement_timestamp())::float8`;
const elapsed = sql<number>`greatest(0, ${now} - rate_limits.refilled_at)`;

/** The tokens of a bucket after its refill and before this request. */
const refilled = (limit: number) =>
  sql<number>`least(${limit}::float8, rate_limits.tokens + ${elapsed} * ${limit}::float8)`;

/** Refills one bucket and takes a token if there is one. Gives the remaining tokens. */
const takeFromBucket = query<{ client: string; limit: number }>()((db, { client, limit }) =>
  db
    .insertInto('rate_limits')
    .values({ client, tokens: sql<number>`${limit}::float8 - 1`, is_allowed: 1, refilled_at: now })
    .onConflict((conflict) =>
      conflict.column('client').doUpdateSet({
        tokens: sql<number>`${refilled(limit)} - case when ${refilled(limit)} >= 1 then 1 else 0 end`,
        is_allowed: sql<number>`case when ${refilled(limit)} >= 1 then 1 else 0 end`,
        refilled_at: sql<number>`greatest(${now}, rate_limits.refilled_at)`,
      }),
    )
    .returning(['tokens', 'is_allowed']),
);

/** After so many seconds without requests every bucket is full. */
const staleAfter = 60;
const takesBetweenSweeps = 1_000;

const sweep = async (database: Database): Promise<void> => {
  await database.transaction((tx) =>
    tx.run((db) => db.deleteFrom('rate_limits').where('refilled_at', '<', sql<number>`${now} - ${staleAfter}`)),
  );
};

/** Buckets in the database: one statement for each request. */
export const sharedRateLimitStore = (database: Database): RateLimitStore => {
  let takes = 0;
  return {
    take: async (client, limit) => {
      takes += 1;
      if (takes % takesBetweenSweeps === 0) await sweep(database);
      const bucket = await database.first(takeFromBucket, { client, limit });
      return decisionOf(bucket?.is_allowed === 1, bucket?.tokens ?? 0, limit);
    },
  };
};
