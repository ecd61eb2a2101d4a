// Finds the tables that the source files declare.
import { globSync, readFileSync } from 'node:fs';
import type { Columns, Table } from '../../src/kernel/columns.ts';

type AnyTable = Table<string, Columns>;

/** Declared table and the file that declares it. */
export interface DeclaredTable extends AnyTable {
  readonly file: string;
}

/** Paths of all source files of the service, relative to the repository's root. */
export const sourceFiles: readonly string[] = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'));

const isTable = (value: unknown): value is AnyTable =>
  typeof value === 'object' && value !== null && 'table' in value && 'columns' in value;

const tablesIn = async (file: string): Promise<readonly DeclaredTable[]> => {
  const exported: Readonly<Record<string, unknown>> = await import(`../../${file}`);
  return Object.values(exported)
    .filter(isTable)
    .map((table) => ({ ...table, file }));
};

/** Returns all tables that source files declare. */
export const declaredTables = async (): Promise<readonly DeclaredTable[]> => {
  const declaring = sourceFiles.filter((file) => / = (?:table|entity)\(/.test(readFileSync(file, 'utf8')));
  return (await Promise.all(declaring.map(tablesIn))).flat();
};
