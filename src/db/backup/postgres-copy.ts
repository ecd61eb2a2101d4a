// Copies a PostgreSQL database to and from a backup, each in one transaction.
import pg from 'pg';
import { RefusedBackup } from '../../lib/errors/refused-backup.ts';
import { connectedClient } from '../postgres/client.ts';
import { analyzeTables } from '../postgres/statistics.ts';
import {
  type BackupRow,
  batchSize,
  type CopiedTable,
  type Filling,
  finishedSteps,
  isCopied,
  namesIn,
  quoted,
  type Snapshot,
} from './tables.ts';

const int8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === int8 ? Number : pg.types.getTypeParser(id, format as 'text'),
};

interface Column {
  readonly name: string;
  /** Column type as PostgreSQL formats it, such as `bigint`. */
  readonly type: string;
  readonly isIdentity: boolean;
}

const columnsOfTables = `select c.relname as table_name, a.attname as name, a.atttypid::regtype::text as type,
    a.attidentity <> '' as "isIdentity"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind = 'r' and a.attnum > 0
    and not a.attisdropped and a.attgenerated = ''
  order by c.relname collate "C", a.attnum`;

async function columnsIn(client: pg.Client): Promise<ReadonlyMap<string, readonly Column[]>> {
  const { rows } = await client.query<Column & { readonly table_name: string }>(columnsOfTables);
  return Map.groupBy(
    rows.filter(({ table_name }) => isCopied(table_name)),
    ({ table_name }) => table_name,
  );
}

const namesOf = (columns: readonly Column[]): readonly string[] => columns.map(({ name }) => name);

/** Opens a snapshot of a PostgreSQL database. The service may continue to write. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  await using stack = new AsyncDisposableStack();
  const client = await connectedClient(url, { types });
  stack.defer(() => client.end());
  await client.query('begin transaction isolation level repeatable read read only');
  const { rows: steps } = await client.query<Record<string, unknown>>('select name, position from migrations');
  const tables: CopiedTable[] = [];
  for (const [name, columns] of await columnsIn(client)) {
    const { rows } = await client.query<{ total: number }>(`select count(*) as total from ${quoted(name)}`);
    tables.push({ name, columns: namesOf(columns), rows: Number(rows[0]?.total) });
  }
  const opened = stack.move();
  return {
    steps: finishedSteps(steps),
    tables,
    rows: (table) => rowsOf(client, table),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function* rowsOf(client: pg.Client, { name, columns }: CopiedTable): AsyncGenerator<readonly BackupRow[]> {
  await client.query(`declare backup no scroll cursor for select ${namesIn(columns)} from ${quoted(name)}`);
  for (;;) {
    const { rows } = await client.query<BackupRow & unknown[]>({
      text: `fetch ${batchSize} from backup`,
      rowMode: 'array',
    });
    yield rows;
    if (rows.length < batchSize) break;
  }
  await client.query('close backup');
}

// On a Citus cluster, pg_constraint also contains the constraints of the shards. The join with pg_class removes them,
// because Citus hides shards there.
const references = `select c.oid::regclass::text as "table", quote_ident(f.conname) as name, pg_get_constraintdef(f.oid) as definition
  from pg_constraint f join pg_class c on c.oid = f.conrelid
  where f.contype = 'f' and c.relnamespace = quote_ident(current_schema())::regnamespace`;

interface Reference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Opens a PostgreSQL database in order to restore a backup into it. Its tables must exist and must not contain data.
 */
export async function fillPostgres(url: string): Promise<Filling> {
  await using stack = new AsyncDisposableStack();
  const client = await connectedClient(url, { types });
  stack.defer(() => client.end());
  await client.query('begin');
  await client.query('lock table instance in exclusive mode');
  if (!(await isEmpty(client))) {
    throw new RefusedBackup(
      'An instance has started to use this database: stop the instance, and restore into a different, empty database.',
    );
  }
  const { rows: dropped } = await client.query<Reference>(references);
  const columns = await columnsIn(client);
  // Rows are inserted table by table, so foreign keys would not hold in between. They are dropped here and added again
  // at the end, which checks them.
  for (const { table, name } of dropped) await client.query(`alter table ${table} drop constraint ${name}`);
  // Migrations may have inserted rows, which the rows of the backup replace.
  for (const name of columns.keys()) await client.query(`delete from ${quoted(name)}`);
  const opened = stack.move();
  return {
    columns: new Map([...columns].map(([name, each]) => [name, namesOf(each)])),
    insert: async (table, rows) => {
      const known = new Map((columns.get(table.name) ?? []).map((column) => [column.name, column]));
      const lists = table.columns.map((name, index) => `$${index + 1}::${known.get(name)?.type ?? 'text'}[]`);
      const values = table.columns.map((_name, index) => rows.map((row) => row[index]));
      await client.query(
        `insert into ${quoted(table.name)} (${namesIn(table.columns)}) overriding system value select * from unnest(${lists.join(', ')})`,
        values,
      );
    },
    finish: async () => {
      for (const { table, name, definition } of dropped)
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
      for (const [name, each] of columns) await continueCounting(client, name, each);
      await client.query('commit');
      await analyzeTables(client);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Sets the sequences of identity columns to the highest inserted number. */
async function continueCounting(client: pg.Client, table: string, columns: readonly Column[]): Promise<void> {
  for (const { name } of columns.filter(({ isIdentity }) => isIdentity)) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(name)}), 1), max(${quoted(name)}) is not null) from ${quoted(table)}`,
      [quoted(table), name],
    );
  }
}

/**
 * Whether a PostgreSQL database belongs to no Tipstaff instance yet. It may have the tables of an instance that never
 * started.
 */
export async function isEmptyPostgres(url: string): Promise<boolean> {
  const client = await connectedClient(url, { types });
  try {
    return await isEmpty(client);
  } finally {
    await client.end();
  }
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows: tables } = await client.query("select where to_regclass('instance') is not null");
  return tables.length === 0 || (await client.query('select from instance limit 1')).rows.length === 0;
}
