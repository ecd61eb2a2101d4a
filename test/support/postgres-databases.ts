// Databases of the tests' PostgreSQL server. To make one costs far more than to empty one, so they are used again.
import pg from 'pg';
import { migratePostgres } from '../../src/db/migrate.ts';
import { randomText } from '../../src/lib/ids.ts';

const template = 'reeve_template';

/** Answers each statement's rows. */
type RunQuery = (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, string>[]>;

const connected = async <T>(url: string, work: (runQuery: RunQuery) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql, values = []) => (await client.query(sql, [...values])).rows);
  } finally {
    await client.end();
  }
};

/** The address of the tests' server, with the database that lists the others. */
export const serverUrl = (): string => {
  // biome-ignore lint/style/noProcessEnv: set by the global set-up
  const url = process.env.TEST_POSTGRES_URL;
  if (url === undefined) throw new Error('Run the tests with "npm test": its set-up starts PostgreSQL.');
  return url;
};

const urlOf = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/** Differs as soon as a test changes the schema. Copies of a database keep its object identifiers. */
const fingerprint = `select md5(concat(
  (select string_agg(concat_ws(' ', oid, relname, relchecks), ',' order by oid) from pg_class where oid >= 16384),
  (select string_agg(concat_ws(' ', tgrelid, tgname), ',' order by oid) from pg_trigger where tgrelid >= 16384),
  (select string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull, attidentity), ',' order by attrelid, attnum)
    from pg_attribute where attrelid >= 16384))) as value`;

/** The statements that bring a database back to what it is now. */
const restoringSql = async (runQuery: RunQuery): Promise<string> => {
  const relations = await runQuery(
    "select quote_ident(relname) as name, relkind from pg_class where relnamespace = 'public'::regnamespace",
  );
  const ofKind = (kind: string) => relations.flatMap(({ name = '', relkind }) => (relkind === kind ? [name] : []));
  const seeds: string[] = [];
  for (const table of ofKind('r')) {
    const [rows] = await runQuery(`select quote_nullable(json_agg(t)::text) as json from ${table} t`);
    if (rows?.json === undefined || rows.json === 'NULL') continue;
    seeds.push(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, ${rows.json})`,
    );
  }
  return [
    // Neither triggers nor foreign keys are to act on this.
    'set session_replication_role = replica',
    ...ofKind('r').map((table) => `delete from ${table}`),
    ...seeds,
    ...ofKind('S').map((sequence) => `alter sequence ${sequence} restart`),
  ].join(';\n');
};

/** Makes the migrated database that others are copies of, and the list of those that are free. */
export async function preparePostgres(server: string): Promise<void> {
  await connected(server, (runQuery) => runQuery(`create database ${template}`));
  await migratePostgres(urlOf(server, template));
  const [restoring, print] = await connected(urlOf(server, template), async (runQuery) => [
    await restoringSql(runQuery),
    (await runQuery(fingerprint))[0]?.value,
  ]);
  await connected(server, async (runQuery) => {
    await runQuery('create table free_databases (name text primary key)');
    await runQuery('create table template (restoring text, fingerprint text)');
    await runQuery('insert into template values ($1, $2)', [restoring, print]);
  });
}

const take = async (runQuery: RunQuery): Promise<string> => {
  const free = 'select name from free_databases limit 1 for update skip locked';
  const [taken] = await runQuery(`delete from free_databases where name = (${free}) returning name`);
  if (taken?.name !== undefined) return taken.name;
  const name = `test_${randomText(16).toLowerCase()}`;
  await runQuery(`create database ${name} template ${template} strategy file_copy`);
  return name;
};

const canRestore = (url: string, { restoring = '', fingerprint: expected }: Record<string, string>): Promise<boolean> =>
  connected(url, async (runQuery) => {
    const others = 'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    if ((await runQuery(others)).length > 0) return false;
    if ((await runQuery(fingerprint))[0]?.value !== expected) return false;
    await runQuery(restoring);
    return true;
  }).catch(() => false);

const giveBack = (server: string, name: string): Promise<void> =>
  connected(server, async (runQuery) => {
    const [state = {}] = await runQuery('select restoring, fingerprint from template');
    const isRestored = await canRestore(urlOf(server, name), state);
    if (isRestored) await runQuery('insert into free_databases values ($1)', [name]);
    else await runQuery(`drop database ${name} with (force)`);
  });

/** Lends a database that is as it was after its migration. */
export async function lendDatabase(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = serverUrl();
  const name = await connected(server, take);
  return { url: urlOf(server, name), [Symbol.asyncDispose]: () => giveBack(server, name) };
}
