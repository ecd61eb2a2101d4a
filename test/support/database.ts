// Creates an empty, migrated database for one test, on either engine.
import { copyFile, rm } from 'node:fs/promises';
import type { Database } from '../../src/db/database.ts';
import type { Engine } from '../../src/db/engine.ts';
import { type DatabaseLocation, migrate, sqlitePath } from '../../src/db/open.ts';
import { addressForServices, isRunPooled } from './pgbouncer.ts';
import { lendDatabase } from './postgres-databases.ts';
import { makeFolder, temporaryFolder } from './temporary.ts';

export interface FreshDatabase extends DatabaseLocation, AsyncDisposable {
  /** Opens the database faster than the service does; absent if the engine does not allow it. */
  readonly open?: () => Database;
}

/** Returns the environment variables that select a database; none for the embedded database in the data folder. */
export const databaseVariables = ({ databaseUrl }: DatabaseLocation): Readonly<Record<string, string>> =>
  databaseUrl === undefined
    ? {}
    : {
        TIPSTAFF_DATABASE_URL: addressForServices(databaseUrl),
        ...(isRunPooled && { TIPSTAFF_DATABASE_POOLER: 'pgbouncer' }),
      };

/** Creates the migrated database file that tests copy. Returns its folder. */
export async function prepareSqlite(): Promise<string> {
  const dataDir = await makeFolder();
  await migrate({ dataDir, databaseUrl: undefined });
  return dataDir;
}

export const freshDatabase = (engine: Engine): Promise<FreshDatabase> =>
  engine === 'sqlite' ? freshSqlite() : freshPostgres();

const templateFolder = (): string => {
  // biome-ignore lint/style/noProcessEnv: set by the global set-up
  const folder = process.env.TEST_SQLITE_TEMPLATE;
  if (folder === undefined) throw new Error('Run the tests with "npm test": its set-up migrates a database.');
  return folder;
};

const freshSqlite = async (): Promise<FreshDatabase> => {
  const dataDir = await makeFolder();
  await copyFile(sqlitePath(templateFolder()), sqlitePath(dataDir));
  return {
    dataDir,
    databaseUrl: undefined,
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
};

const freshPostgres = async (): Promise<FreshDatabase> => {
  await using stack = new AsyncDisposableStack();
  const { path: dataDir } = stack.use(await temporaryFolder());
  const { url, open } = stack.use(await lendDatabase());
  const opened = stack.move();
  return { dataDir, databaseUrl: url, open, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};
