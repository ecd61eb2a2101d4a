// A running program notices where another one brings the schema further than this one may serve.
import { sql } from 'kysely';
import { ReadOnly } from '../../lib/errors/unavailable.ts';
import type { Database } from '../database.ts';
import { query } from '../query.ts';
import { schemaVersion } from './migrations/index.ts';

/** Interval in ms between a program's looks at the schema. */
const interval = 5_000;
/** Stands for a migration that does not say which programs it still serves: none that is running. */
const noProgram = 2_147_483_647;

const oldestProgram = query()((db) => ({
  compile: () =>
    sql<{
      oldest: number | null;
    }>`select max(coalesce(oldest, ${sql.lit(noProgram)})) as oldest from migrations`.compile(db),
}));

/**
 * Database that takes no changes by this program, and fails probes, once its schema is for later programs alone. Readers get
 * what can still be read. Nothing ends that but a start of a later program.
 */
export const guardSchema = (database: Database): Database => {
  const own = schemaVersion();
  let refusal: ReadOnly | undefined;

  const look = async (): Promise<void> => {
    if (refusal !== undefined) return;
    const oldest = (await database.first(oldestProgram, {}))?.oldest ?? 0;
    if (oldest <= own) return;
    const needed = oldest === noProgram ? 'a later program' : `a program of schema version ${oldest} or later`;
    refusal = new ReadOnly(`the schema was upgraded and needs ${needed}, and this one has ${own}: start that one`);
    clearInterval(timer);
  };
  // If the database does not answer, the next interval looks at it again.
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
