// Statements that make very many rows, which the service would break off: it limits each statement, and the wait for its answer.
import { sql } from 'kysely';
import type { Context } from '../src/context.ts';
import { connectedClient } from '../src/db/postgres/client.ts';

/** Carries out statements, one after the other, in one transaction without limits, and lets PostgreSQL analyze what they made. */
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
    // PostgreSQL does this automatically some time after a change; the measurement does not wait for it.
    if (analyzes) await client.query('analyze');
    await client.query('commit');
  } finally {
    await client.end();
  }
};
