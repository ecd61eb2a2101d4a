// A fresh, migrated database for one test, on either engine.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Engine } from '../../src/db/database.ts';
import { type DatabaseLocation, migrate } from '../../src/db/open.ts';
import { randomText } from '../../src/lib/ids.ts';

export type FreshDatabase = DatabaseLocation & AsyncDisposable;

const postgresUrl = (): string => {
  // biome-ignore lint/style/noProcessEnv: set by the global set-up
  const url = process.env.TEST_POSTGRES_URL;
  if (url === undefined) throw new Error('Run the tests with "npm test": its set-up starts PostgreSQL.');
  return url;
};

const onServer = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: postgresUrl() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'reeve-test-'));

let migrated: Promise<string> | undefined;
const migratedFolder = (): Promise<string> => {
  migrated ??= (async () => {
    const dataDir = await temporaryFolder();
    await migrate({ dataDir, databaseUrl: undefined });
    process.once('exit', () => rm(dataDir, { recursive: true, force: true }));
    return dataDir;
  })();
  return migrated;
};

const freshSqlite = async (): Promise<FreshDatabase> => {
  const dataDir = await temporaryFolder();
  await copyFile(join(await migratedFolder(), 'reeve.db'), join(dataDir, 'reeve.db'));
  return {
    dataDir,
    databaseUrl: undefined,
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
};

const freshPostgres = async (): Promise<FreshDatabase> => {
  const dataDir = await temporaryFolder();
  const name = `test_${randomText(16).toLowerCase()}`;
  await onServer(`create database ${name} template reeve_template`);
  const url = new URL(postgresUrl());
  url.pathname = `/${name}`;
  return {
    dataDir,
    databaseUrl: url.href,
    [Symbol.asyncDispose]: async () => {
      await onServer(`drop database ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export const freshDatabase = (engine: Engine): Promise<FreshDatabase> =>
  engine === 'sqlite' ? freshSqlite() : freshPostgres();
