// Runs SQL statements that create very many rows. The service could not run them, because it limits the duration of
// statements.
import { sql } from 'kysely';
import type { Context } from '../src/context.ts';
import { connectedClient } from '../src/db/postgres/client.ts';

/**
 * Runs SQL statements in one transaction without time limits. If `analyzes` is set, PostgreSQL then analyzes the new
 * rows.
 */
export const runLong = async (
  { config, database }: Pick<Context, 'config' | 'database'>,
  statements: readonly string[],
  { analyzes = true }: { readonly analyzes?: boolean } = {},
): Promise<void> => {
  if (config.databaseUrl === undefined) {
    await database.transaction(async (tx) => {
      for (const text of statements) await tx.run((db) => ({ compile: () => sql.raw(text).compile(db) }));
    });
    return;
  }
  const client = await connectedClient(config.databaseUrl);
  try {
    await client.query('begin');
    for (const text of statements) await client.query(text);
    // PostgreSQL would analyze the rows automatically some time after a change. The benchmark does not wait for this.
    if (analyzes) await client.query('analyze');
    await client.query('commit');
  } finally {
    await client.end();
  }
};
