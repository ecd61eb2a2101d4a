// The declared tables equal the schema that the migrations create, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../src/db/engine.ts';
import type { Column, ColumnKind } from '../src/kernel/columns.ts';
import { freshDatabase } from './support/database.ts';
import { type DeclaredTable, declaredTables } from './support/declared-tables.ts';
import { type ActualColumn, actualColumns } from './support/schema.ts';
import { engines } from './support/world.ts';

/** Column types that both engines store in the same way. */
const commonTypes = {
  text: 'text',
  choice: 'text',
  json: 'text',
  time: 'text',
  flag: 'integer',
  integer: 'integer',
  bigint: 'bigint',
  double: 'double precision',
} as const;

/** Database type of each declared column type. */
const typeOf: Readonly<Record<Engine, Readonly<Record<ColumnKind, string>>>> = {
  sqlite: { ...commonTypes, bytes: 'blob', serial: 'integer' },
  postgres: { ...commonTypes, bytes: 'bytea', serial: 'bigint' },
};

/** The migrations table, which belongs to no domain. */
const undeclared = ['migrations'];
/** Tables that only SQLite needs, for its search indexes. */
const sqliteOnly = ['user_numbers', 'policy_numbers'];

const line = ({ table, name, type, isNullable, isGenerated }: ActualColumn): string =>
  `${table}.${name} ${type}${isNullable ? ' null' : ''}${isGenerated ? ' generated' : ''}`;

const declaredColumn = (engine: Engine, table: string, [name, column]: [string, Column<unknown>]): string => {
  const { kind, isNullable, isGenerated } = column;
  return line({ table, name, type: typeOf[engine][kind], isNullable, isGenerated });
};

const declaredColumns = (engine: Engine, tables: readonly DeclaredTable[]): readonly string[] =>
  tables
    .filter(({ table }) => engine === 'sqlite' || !sqliteOnly.includes(table))
    .flatMap(({ table, columns }) => Object.entries(columns).map((entry) => declaredColumn(engine, table, entry)));

for (const engine of engines) {
  test(`The declared tables equal the migrated schema, column by column (${engine})`, async () => {
    await using location = await freshDatabase(engine);

    const columns = (await actualColumns(location)).filter(({ table }) => !undeclared.includes(table));
    const actual = new Set(columns.map(line));
    const declared = new Set(declaredColumns(engine, await declaredTables()));

    const difference = { undeclared: [...actual.difference(declared)], absent: [...declared.difference(actual)] };
    assert.deepEqual(difference, { undeclared: [], absent: [] });
    assert.ok(declared.size > 200);
  });
}
