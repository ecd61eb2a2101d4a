// Job that deletes expired rows, whatever the data retention settings are. Each domain declares which of its tables
// contain such rows.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/database.ts';
import { isInJsonArray } from '../../db/expressions.ts';
import { query } from '../../db/query.ts';
import type { Tables } from '../../db/tables.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import type { Job } from './jobs.ts';

/** Table whose rows expire. The column `expires_at` contains the time of a row's expiry. */
export interface Expiring {
  readonly table: keyof Tables;
  /** Name of the column that identifies a row. */
  readonly key: string;
  /** Time in ms for which a row is kept after its expiry. Defaults to 0. */
  readonly keptFor?: number;
}

interface ExpiryParts {
  readonly database: Database;
  readonly clock: Clock;
}

const hour = 3_600_000;
/** Maximum number of rows that one transaction deletes. */
const batchSize = 500;

/** Creates the job that runs every hour and deletes the expired rows of these tables in batches. */
export function expiry({ database, clock }: ExpiryParts, expiring: readonly Expiring[]): Job {
  const tables = expiring.map((each) => ({ ...queriesFor(each), keptFor: each.keptFor ?? 0 }));
  return {
    name: 'housekeeping',
    intervalMilliseconds: hour,
    needsClock: true,
    isDue: async () => {
      for (const { anyExpired, keptFor } of tables) {
        const before = timestamp(clock.now() - keptFor);
        if ((await database.first(anyExpired, { before })) !== undefined) return true;
      }
      return false;
    },
    run: async ({ transaction, signal }) => {
      for (const { deleteSome, keptFor } of tables) {
        const before = timestamp(clock.now() - keptFor);
        while ((await transaction((tx) => deleteSome(tx, before))) === batchSize && !signal.aborted) await nextTurn();
      }
    },
  };
}

const queriesFor = ({ table, key }: Expiring) => {
  const expired = (before: string) =>
    sql`select ${sql.ref(key)} as key from ${sql.table(table)} where expires_at < ${before}`;
  const anyExpired = query<{ before: string }>()((db, { before }) => ({
    compile: () => sql<object>`${expired(before)} limit 1`.compile(db),
  }));
  // Rows that another transaction has locked are skipped, because that transaction may extend them. The next run checks
  // them again.
  const nextExpired = query<{ before: string }>()((db, { before }, engine) => {
    const batch = sql<Row>`${expired(before)} limit ${sql.lit(batchSize)}`;
    return { compile: () => (engine === 'postgres' ? sql<Row>`${batch} for update skip locked` : batch).compile(db) };
  });
  // Rows are deleted by key instead of with a `limit`. If a Citus cluster has copies of the table on several nodes,
  // each node might choose different rows for the `limit`.
  const deleteSome = async (tx: Transaction, before: string): Promise<number> => {
    const keys = JSON.stringify((await tx.rows(nextExpired, { before })).map((row) => row.key));
    return tx.run((db, engine) => ({
      compile: () =>
        sql`delete from ${sql.table(table)} where ${isInJsonArray(engine, sql.ref(key), keys)}`.compile(db),
    }));
  };
  return { anyExpired, deleteSome };
};

interface Row {
  readonly key: string;
}
