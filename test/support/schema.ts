// Reads the actual schema of a database from the engine's catalogue.
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type DatabaseLocation, sqlitePath } from '../../src/db/open.ts';

/** Column as the engine reports it. */
export interface ActualColumn {
  readonly table: string;
  readonly name: string;
  /** Type name that the engine reports, such as `text` or `bigint`. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Whether an insert may omit the column although it cannot be null. */
  readonly isGenerated: boolean;
}

type RunQuery = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

// SQLite's catalogue reports text primary keys as nullable. The query corrects this, because the declarations never
// allow null.
const sqliteColumns = `
  select t.name as "table", c.name, lower(c.type) as type,
    c."notnull" = 0 and c.pk = 0 as nullable,
    c.dflt_value is not null or m.sql like '%' || c.name || ' integer primary key autoincrement%' as generated
  from pragma_table_list t join sqlite_master m on m.name = t.name join pragma_table_info(t.name) c
  where t.type = 'table' and t.name not like 'sqlite_%'
  order by 1, 2`;

const postgresColumns = `
  select table_name as "table", column_name as name, data_type as type,
    is_nullable = 'YES' as nullable, column_default is not null or is_identity = 'YES' as generated
  from information_schema.columns join information_schema.tables using (table_catalog, table_schema, table_name)
  where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1, 2`;

const withDatabase = async <T>(
  { databaseUrl, dataDir }: DatabaseLocation,
  work: (runQuery: RunQuery) => Promise<T>,
) => {
  if (databaseUrl === undefined) {
    using connection = new DatabaseSync(sqlitePath(dataDir), { readOnly: true });
    return await work(async (sql) => connection.prepare(sql).all());
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows);
  } finally {
    await client.end();
  }
};

/** Returns all columns of all tables, sorted by name. */
export const actualColumns = (location: DatabaseLocation): Promise<readonly ActualColumn[]> =>
  withDatabase(location, async (runQuery) => {
    const rows = await runQuery(location.databaseUrl === undefined ? sqliteColumns : postgresColumns);
    return rows.map(({ table, name, type, nullable, generated }) => ({
      table: String(table),
      name: String(name),
      type: String(type),
      isNullable: Boolean(nullable),
      isGenerated: Boolean(generated),
    }));
  });

/** Returns the names of the applied migration steps. */
export const appliedSteps = (location: DatabaseLocation): Promise<readonly string[]> =>
  withDatabase(location, async (runQuery) =>
    (await runQuery('select name from migrations order by name')).map(({ name }) => String(name)),
  );
