// Copies an SQLite database to and from a backup.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { connect } from '../sqlite/connection.ts';
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

const tablesIn = (connection: DatabaseSync): readonly string[] =>
  connection
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => isCopied(name) && !name.startsWith('sqlite_'));

const columnsOf = (connection: DatabaseSync, table: string): readonly string[] =>
  connection
    .prepare('select name from pragma_table_xinfo(?) where hidden = 0 order by cid')
    .all(table)
    .map(({ name }) => String(name));

/** Opens a snapshot of an SQLite database. The service may continue to write. */
export function openSqliteSnapshot(path: string): Snapshot {
  const connection = connect(path, true);
  connection.exec('begin');
  const steps = connection.prepare('select name, position from migrations').all();
  const tables = tablesIn(connection).map((name): CopiedTable => {
    const rows = connection.prepare(`select count(*) as total from ${quoted(name)}`).get();
    return { name, columns: columnsOf(connection, name), rows: Number(rows?.total) };
  });
  return {
    steps: finishedSteps(steps),
    tables,
    rows: (table) => rowsOf(connection, table),
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}

async function* rowsOf(connection: DatabaseSync, { name, columns }: CopiedTable): AsyncGenerator<readonly BackupRow[]> {
  const statement = connection.prepare(`select ${namesIn(columns)} from ${quoted(name)}`);
  statement.setReturnArrays(true);
  let batch: BackupRow[] = [];
  for (const row of statement.iterate() as unknown as Iterable<BackupRow>) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Opens an SQLite database in order to restore a backup into it. Its tables must exist and must not contain data. */
export function fillSqlite(path: string): Filling {
  const connection = connect(path, false);
  // Rows are inserted table by table, so foreign keys are checked only at the end.
  connection.exec('pragma foreign_keys = off; begin immediate');
  // Migrations may have inserted rows, which the rows of the backup replace.
  const names = tablesIn(connection);
  for (const name of names) connection.exec(`delete from ${quoted(name)}`);
  const insertionFor = memoizeByArguments((name: string, columns: string, values: string) =>
    connection.prepare(`insert into ${name} (${columns}) values (${values})`),
  );
  return {
    columns: new Map(names.map((name) => [name, columnsOf(connection, name)])),
    insert: async ({ name, columns }, rows) => {
      const statement = insertionFor(quoted(name), namesIn(columns), columns.map(() => '?').join(', '));
      for (const row of rows) statement.run(...(row as SQLInputValue[]));
    },
    finish: async () => {
      const [broken] = connection.prepare('pragma foreign_key_check').all();
      if (broken !== undefined)
        throw new Error(`a row of ${String(broken.table)} refers to a missing row of ${String(broken.parent)}`);
      connection.exec('commit; pragma wal_checkpoint(truncate)');
    },
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}
