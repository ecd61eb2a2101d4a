// Migrated PostgreSQL database from which the tests' databases are copied.
import { migratePostgres } from '../../src/db/postgres/migrate.ts';
import { type Connection, connect, urlOf } from './postgres-connection.ts';

export const template = 'tipstaff_template';

/** Creates the template database and the tables that `lendDatabase` uses. */
export async function preparePostgres(server: string): Promise<void> {
  await using administration = await connect(server);
  await administration.run(`create database ${template}`);
  await migratePostgres(urlOf(server, template));
  const state = await templateState(urlOf(server, template));
  await storeTemplate(administration, state);
}

interface TemplateState {
  readonly restoring: string;
  readonly fingerprint: string | undefined;
}

/** Stores the data that `lendDatabase` uses: the list of copies, and the statements that restore a copy. */
export const storeTemplate = async ({ run }: Connection, { restoring, fingerprint }: TemplateState): Promise<void> => {
  await run('create table copies (number integer generated always as identity primary key, fingerprint text)');
  await run('create table template (restoring text, fingerprint text)');
  await run('insert into template values ($1, $2)', [restoring, fingerprint]);
};

// Reads the template's state and disconnects, because PostgreSQL cannot copy a database with open connections.
const templateState = async (url: string) => {
  await using connection = await connect(url);
  const [print] = await connection.run(fingerprint);
  return { restoring: await restoringSql(connection), fingerprint: print?.value };
};

/**
 * Query for a fingerprint of the schema. The fingerprint changes when a test changes the schema. Copies have the same
 * object ids as the template, so their fingerprints are equal.
 */
export const fingerprint = `select md5(concat(
  (select string_agg(concat_ws(' ', oid, relname, relchecks), ',' order by oid) from pg_class where oid >= 16384),
  (select string_agg(concat_ws(' ', tgrelid, tgname), ',' order by oid) from pg_trigger where tgrelid >= 16384),
  (select string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull, attidentity), ',' order by attrelid, attnum)
    from pg_attribute where attrelid >= 16384))) as value`;

/** Returns the statements that restore a database to its current state. */
const restoringSql = async ({ run }: Connection): Promise<string> => {
  const ofKind = await relationsOf(run);
  return [
    // Disables triggers and foreign keys while restoring.
    'set session_replication_role = replica',
    ...ofKind('r').map((table) => `delete from ${table}`),
    ...(await seedsOf(run, ofKind('r'))),
    ...ofKind('S').map((sequence) => `alter sequence ${sequence} restart`),
  ].join(';\n');
};

/** Returns a function that lists the tables or the sequences. */
export const relationsOf = async (run: Connection['run']) => {
  const relations = await run(
    "select quote_ident(relname) as name, relkind from pg_class where relnamespace = 'public'::regnamespace",
  );
  return (kind: 'r' | 'S'): readonly string[] =>
    relations.flatMap(({ name = '', relkind }) => (relkind === kind ? [name] : []));
};

/** Returns statements that insert the current rows of tables. */
export const seedsOf = async (run: Connection['run'], tables: readonly string[]): Promise<readonly string[]> => {
  const seeds: string[] = [];
  for (const table of tables) {
    const [rows] = await run(`select quote_nullable(json_agg(t)::text) as json from ${table} t`);
    if (rows?.json === undefined || rows.json === 'NULL') continue;
    seeds.push(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, ${rows.json})`,
    );
  }
  return seeds;
};
