// Job that deletes expired rows, independently of the data retention settings. Each domain declares its expiring tables
// as data.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/database.ts';
import { isInJsonArray } from '../../db/expressions.ts';
import { query } from '../../db/query.ts';
import type { Tables } from '../../db/tables.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import type { Job } from './jobs.ts';

/** Table whose rows expire at the time in their `expires_at` column. */
export interface Expiring {
  readonly table: keyof Tables;
  /** Column that identifies a row. */
  readonly key: string;
  /** Time in ms that a row is kept after its expiry. Defaults to 0. */
  readonly keptFor?: number;
}

interface ExpiryParts {
  readonly database: Database;
  readonly clock: Clock;
}

const hour = 3_600_000;
/** Maximum number of rows that one transaction deletes. */
const batchSize = 500;

/** Creates the job that deletes the expired rows of these tables in batches every hour. */
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
  // Locked rows are skipped, because their expiry may be about to change. The next run checks them again.
  const nextExpired = query<{ before: string }>()((db, { before }, engine) => {
    const batch = sql<Row>`${expired(before)} limit ${sql.lit(batchSize)}`;
    return { compile: () => (engine === 'postgres' ? sql<Row>`${batch} for update skip locked` : batch).compile(db) };
  });
  // Rows are deleted by key. On a table with copies on several servers, a `limit` would choose different rows on each
  // server.
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
