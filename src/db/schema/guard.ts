// Detects that another program has migrated the schema to a version that this running program does not support.
import { sql } from 'kysely';
import { ReadOnly } from '../../lib/errors/unavailable.ts';
import type { Database } from '../database.ts';
import { query } from '../query.ts';
import { schemaVersion } from './migrations/index.ts';

/** Interval in ms between two checks of the schema version. */
const interval = 5_000;
/**
 * Value for a migration that does not record the oldest program that it supports. Such a migration supports no program.
 */
const noProgram = 2_147_483_647;

const oldestProgram = query()((db) => ({
  compile: () =>
    sql<{
      oldest: number | null;
    }>`select max(coalesce(oldest, ${sql.lit(noProgram)})) as oldest from migrations`.compile(db),
}));

/**
 * Wraps a database so that changes and probes fail after the schema has been migrated to a version that requires a
 * newer program. Reads continue as far as possible. The only remedy is to start a newer program.
 */
export const guardSchema = (database: Database): Database => {
  const own = schemaVersion();
  let refusal: ReadOnly | undefined;

  const look = async (): Promise<void> => {
    if (refusal !== undefined) return;
    const oldest = (await database.first(oldestProgram, {}))?.oldest ?? 0;
    if (oldest <= own) return;
    const needed = oldest === noProgram ? 'a newer program' : `a program with schema version ${oldest} or later`;
    refusal = new ReadOnly(
      `the database schema was upgraded and requires ${needed}, but this program has schema version ${own}: start a newer release`,
    );
    clearInterval(timer);
  };
  // If the database does not answer, the next interval repeats the check.
  const timer = setInterval(() => void look().catch(() => undefined), interval).unref();

  return {
    ...database,
    probe: async () => {
      await database.probe();
      await look();
      if (refusal !== undefined) throw refusal;
    },
    transaction: async (work) => {
      if (refusal !== undefined) throw refusal;
      return database.transaction(work);
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await database[Symbol.asyncDispose]();
    },
  };
};
