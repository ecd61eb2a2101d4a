import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { Column, ColumnKind, Columns, Table, ValueOf } from '../kernel/columns.ts';

type Stored<Of> = Of extends Column<unknown, ColumnKind, true> ? Generated<ValueOf<Of>> : ValueOf<Of>;

/** Query builder types of declared tables. */
export type TablesOf<Declared extends readonly Table<string, Columns>[]> = {
  readonly [Each in Declared[number] as Each['table']]: {
    [Name in keyof Each['columns']]: Stored<Each['columns'][Name]>;
  };
};

/**
 * Tables of the query builder. Each owner adds its tables in the file that declares them, so that this file names no
 * domain: `declare module '…/db/tables.ts' { interface Tables extends TablesOf<[typeof policies]> {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

/** Row of a table with all columns. */
export type StoredRow<Name extends keyof Tables> = Selectable<Tables[Name]>;
/** Row to insert. Columns that may be null or that the database fills may be omitted. */
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
export type RowChanges<Name extends keyof Tables> = Omit<Updateable<Tables[Name]>, 'id'>;
