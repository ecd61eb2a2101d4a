import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { Column, ColumnKind, Columns, Table, ValueOf } from '../kernel/columns.ts';

type Stored<Of> = Of extends Column<unknown, ColumnKind, true> ? Generated<ValueOf<Of>> : ValueOf<Of>;

/** Types of some declared tables for the query builder. */
export type TablesOf<Declared extends readonly Table<string, Columns>[]> = {
  readonly [Each in Declared[number] as Each['table']]: {
    [Name in keyof Each['columns']]: Stored<Each['columns'][Name]>;
  };
};

/**
 * The tables as the query builder knows them. Each owner adds its own where it declares them, so that nothing here names
 * a domain: `declare module '…/db/tables.ts' { interface Tables extends TablesOf<[typeof policies]> {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

/** Result of a read of all columns of a table. */
export type StoredRow<Name extends keyof Tables> = Selectable<Tables[Name]>;
/** Input of an insert: columns that may be null, or that the database fills in, may be left out. */
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
/** Input of an update. */
export type RowChanges<Name extends keyof Tables> = Omit<Updateable<Tables[Name]>, 'id'>;
