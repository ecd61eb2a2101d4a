// The migrated PostgreSQL database that the databases of the tests are copies of.
import { migratePostgres } from '../../src/db/postgres/migrate.ts';
import { type Connection, connect, urlOf } from './postgres-connection.ts';

export const template = 'tipstaff_template';

/** Makes the template, and the tables that `lendDatabase` needs. */
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

/** Stores the state that `lendDatabase` needs: the copies, and the statements that restore them. */
export const storeTemplate = async ({ run }: Connection, { restoring, fingerprint }: TemplateState): Promise<void> => {
  await run('create table copies (number integer generated always as identity primary key, fingerprint text)');
  await run('create table template (restoring text, fingerprint text)');
  await run('insert into template values ($1, $2)', [restoring, fingerprint]);
};

// The server copies no database that somebody is connected to.
const templateState = async (url: string) => {
  await using connection = await connect(url);
  const [print] = await connection.run(fingerprint);
  return { restoring: await restoringSql(connection), fingerprint: print?.value };
};

/** Differs as soon as a test changes the schema. Copies of a database keep its object identifiers. */
export const fingerprint = `select md5(concat(
  (select string_agg(concat_ws(' ', oid, relname, relchecks), ',' order by oid) from pg_class where oid >= 16384),
  (select string_agg(concat_ws(' ', tgrelid, tgname), ',' order by oid) from pg_trigger where tgrelid >= 16384),
  (select string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull, attidentity), ',' order by attrelid, attnum)
    from pg_attribute where attrelid >= 16384))) as value`;

/** The statements that bring a database back to what it is now. */
const restoringSql = async ({ run }: Connection): Promise<string> => {
  const ofKind = await relationsOf(run);
  return [
    // Neither triggers nor foreign keys are to act on this.
    'set session_replication_role = replica',
    ...ofKind('r').map((table) => `delete from ${table}`),
    ...(await seedsOf(run, ofKind('r'))),
    ...ofKind('S').map((sequence) => `alter sequence ${sequence} restart`),
  ].join(';\n');
};

/** The names of the tables, or of the sequences. */
export const relationsOf = async (run: Connection['run']) => {
  const relations = await run(
    "select quote_ident(relname) as name, relkind from pg_class where relnamespace = 'public'::regnamespace",
  );
  return (kind: 'r' | 'S'): readonly string[] =>
    relations.flatMap(({ name = '', relkind }) => (relkind === kind ? [name] : []));
};

/** The statements that insert what is in tables now. */
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
