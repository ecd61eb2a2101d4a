import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { Column, ColumnKind, Columns, Table, ValueOf } from '../kernel/columns.ts';

type Stored<Of> = Of extends Column<unknown, ColumnKind, true> ? Generated<ValueOf<Of>> : ValueOf<Of>;

/** Types for the query builder, derived from table declarations. */
export type TablesOf<Declared extends readonly Table<string, Columns>[]> = {
  readonly [Each in Declared[number] as Each['table']]: {
    [Name in keyof Each['columns']]: Stored<Each['columns'][Name]>;
  };
};

/** Types for the query builder, derived from the tables that a module exports. */
export type TablesIn<Module> = TablesOf<Extract<Module[keyof Module], Table<string, Columns>>[]>;

/**
 * Tables that the query builder knows. Each domain adds its tables, so that this file does not depend on domains:
 * `declare module '…/db/tables.ts' { interface Tables extends TablesIn<typeof import('./policies/entity.ts')> {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

/** Row of a table with the values of all columns. */
export type StoredRow<Name extends keyof Tables> = Selectable<Tables[Name]>;
/** Row to insert. Columns that can be null or that the database fills can be omitted. */
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
export type RowChanges<Name extends keyof Tables> = Omit<Updateable<Tables[Name]>, 'id'>;
