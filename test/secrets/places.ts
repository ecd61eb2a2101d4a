// Reads all locations in which the service could have left a secret.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Environment } from '../support/command.ts';

/** Returns the contents of all files in a folder, by relative path. */
export const filesIn = async (folder: string): Promise<ReadonlyMap<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const);
  return new Map(await Promise.all(files));
};

const written = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);

const linesOf = (table: string, rows: readonly object[]): readonly string[] =>
  rows.map((row) => `${table}: ${Object.values(row).map(written).join(' | ')}`);

const sqliteTables = "select name from sqlite_master where type = 'table'";

const dumpOfSqlite = (folder: string): readonly string[] => {
  const database = new DatabaseSync(join(folder, 'tipstaff.db'), { readOnly: true });
  try {
    const tables = database.prepare(sqliteTables).all();
    return tables.flatMap(({ name }) => linesOf(String(name), database.prepare(`select * from "${name}"`).all()));
  } finally {
    database.close();
  }
};

const postgresTables = "select table_name as name from information_schema.tables where table_schema = 'public'";

const dumpOfPostgres = async (connectionString: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const lines: string[] = [];
    const tables = await client.query<{ name: string }>(postgresTables);
    for (const { name } of tables.rows) {
      const { rows } = await client.query<object>(`select * from "${name}"`);
      lines.push(...linesOf(name, rows));
    }
    return lines;
  } finally {
    await client.end();
  }
};

/** Returns every row of every table as one line of text. */
export const dumpOf = async ({ TIPSTAFF_DATA_DIR = '', TIPSTAFF_DATABASE_URL }: Environment): Promise<Buffer> => {
  const lines =
    TIPSTAFF_DATABASE_URL === undefined ? dumpOfSqlite(TIPSTAFF_DATA_DIR) : await dumpOfPostgres(TIPSTAFF_DATABASE_URL);
  return Buffer.from(lines.join('\n'));
};
