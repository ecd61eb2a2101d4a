// Runs once around all tests: a PostgreSQL server with a migrated database to copy from.
import pg from 'pg';
import { migratePostgres } from '../../src/db/migrate.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

let server: PostgresServer | undefined;

/** The database that every test's own is a copy of. */
const template = 'reeve_template';

export async function globalSetup(): Promise<void> {
  server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migratePostgres(server.url(template));
  // biome-ignore lint/style/noProcessEnv: the runner hands its environment to the test processes
  process.env.TEST_POSTGRES_URL = server.url('postgres');
}

export async function globalTeardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
}
