// Detects that another program has migrated the schema beyond what this running program supports.
import { sql } from 'kysely';
import { ReadOnly } from '../../lib/errors/unavailable.ts';
import type { Database } from '../database.ts';
import { query } from '../query.ts';
import { schemaVersion } from './migrations/index.ts';

/** Interval in ms between two checks of the schema version. */
const interval = 5_000;
/** Version used for a migration that does not record which programs it supports: it supports no running program. */
const noProgram = 2_147_483_647;

const oldestProgram = query()((db) => ({
  compile: () =>
    sql<{
      oldest: number | null;
    }>`select max(coalesce(oldest, ${sql.lit(noProgram)})) as oldest from migrations`.compile(db),
}));

/**
 * Wraps a database so that changes and probes fail once the schema requires a newer program. Reads still work as far as
 * possible. Only starting a newer program ends this state.
 */
export const guardSchema = (database: Database): Database => {
  const own = schemaVersion();
  let refusal: ReadOnly | undefined;

  const look = async (): Promise<void> => {
    if (refusal !== undefined) return;
    const oldest = (await database.first(oldestProgram, {}))?.oldest ?? 0;
    if (oldest <= own) return;
    const needed = oldest === noProgram ? 'a newer program' : `a program of schema version ${oldest} or later`;
    refusal = new ReadOnly(
      `the schema was upgraded and needs ${needed}, but this program has version ${own}: start a newer release`,
    );
    clearInterval(timer);
  };
  // If the database does not answer, the check is repeated after the next interval.
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
