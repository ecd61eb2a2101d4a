import type { Client } from 'pg';
import type { Engine } from './database.ts';
import { type AppliedStep, appliedStep, migrations, readApplied, schemaState } from './migrations/index.ts';
import { columnTypes, digestOf, type Migration } from './migrations/migration.ts';
import { DatabaseTooNew, DatabaseTooOld, ExtensionRefused } from './schema-errors.ts';

/** The little that bringing a schema up to date needs of a connection. */
interface MigrationConnection {
  execute(sql: string): Promise<void>;
  applied(): Promise<readonly AppliedStep[]>;
}

const apply = async (session: MigrationConnection, engine: Engine, migration: Migration): Promise<void> => {
  for (const statement of migration.statements(columnTypes[engine])) await session.execute(statement);
  await session.execute(
    `insert into migrations (name, digest) values ('${migration.name}', '${digestOf(migration, engine)}')`,
  );
};

/** Applies what is missing, or of it what `only` names, inside the session's transaction; answers the names of the steps it took. */
const bringUpToDate = async (
  session: MigrationConnection,
  engine: Engine,
  only?: readonly string[],
): Promise<readonly string[]> => {
  const { text } = columnTypes[engine];
  await session.execute(`create table if not exists migrations (name ${text} primary key, digest ${text})`);
  const { pending, unknown, isUnreleased } = schemaState(await session.applied(), engine);
  if (isUnreleased) {
    throw new DatabaseTooOld(
      'The database was made before the first release of Reeve, and this version cannot use it: set REEVE_DATA_DIR or REEVE_DATABASE_URL to an empty one.',
    );
  }
  if (unknown.length > 0) {
    throw new DatabaseTooNew(`The database was made by a newer Reeve (${unknown.join(', ')}); start that version.`);
  }
  const wanted = pending.filter((name) => only === undefined || only.includes(name));
  const missing = migrations.filter(({ name }) => wanted.includes(name));
  for (const migration of missing) await apply(session, engine, migration);
  return wanted;
};

/** Brings the embedded database up to date under its write lock. */
export const migrateSqlite = async (path: string, only?: readonly string[]): Promise<readonly string[]> => {
  const { connect } = await import('./sqlite-connection.ts');
  const connection = connect(path, false);
  try {
    connection.exec('begin immediate');
    const session: MigrationConnection = {
      execute: async (sql) => connection.exec(sql),
      applied: async () => connection.prepare(readApplied).all().map(appliedStep),
    };
    const taken = await bringUpToDate(session, 'sqlite', only);
    connection.exec('commit');
    return taken;
  } finally {
    connection.close();
  }
};

const extensionName = /^create extension if not exists (\w+)/;
/** What PostgreSQL says when the role has no right to make an extension. */
const noRight = '42501';

/** Tells a refused extension with what to do about it; every other error is itself. */
const explained = (sql: string, cause: unknown): unknown => {
  const [, extension] = extensionName.exec(sql) ?? [];
  if (extension === undefined) return cause;
  const isForbidden = Reflect.get(Object(cause), 'code') === noRight;
  const sentence = isForbidden
    ? `PostgreSQL does not let this role create the extension ${extension}: have a superuser run "create extension ${extension}" in the database, and start again.`
    : `PostgreSQL cannot create the extension ${extension}: install its additional modules on the server (often the package postgresql-contrib), and start again.`;
  return new ExtensionRefused(sentence, { cause });
};

/** Any number that no other program's advisory lock in the same database is likely to have. */
const migrationLock = 7_333_833;

/** Loaded only where it is needed. */
const connectedClient = async (url: string): Promise<Client> =>
  (await import('./postgres-client.ts')).connectedClient(url);

/** Whether any step was ever applied to a PostgreSQL database; changes nothing. */
export const isPostgresMigrated = async (url: string): Promise<boolean> => {
  const client = await connectedClient(url);
  try {
    const { rows } = await client.query("select 1 where to_regclass('migrations') is not null");
    return rows.length > 0;
  } finally {
    await client.end();
  }
};

/** Brings a PostgreSQL database up to date; of several instances starting at once, one works and the others wait. */
export const migratePostgres = async (url: string, only?: readonly string[]): Promise<readonly string[]> => {
  const client = await connectedClient(url);
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
    const session: MigrationConnection = {
      execute: async (sql) => {
        await client.query(sql).catch((error: unknown) => {
          throw explained(sql, error);
        });
      },
      applied: async () => (await client.query<Record<string, unknown>>(readApplied)).rows.map(appliedStep),
    };
    const taken = await bringUpToDate(session, 'postgres', only);
    await client.query('commit');
    return taken;
  } finally {
    await client.end();
  }
};
