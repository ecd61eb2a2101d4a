import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { Column, ColumnKind, Columns, Table, ValueOf } from '../lib/columns.ts';

type Stored<Of> = Of extends Column<unknown, ColumnKind, true> ? Generated<ValueOf<Of>> : ValueOf<Of>;

/** What some declared tables are to the query builder. */
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

/** What a read of all columns of a table gives. */
export type StoredRow<Name extends keyof Tables> = Selectable<Tables[Name]>;
/** What an insert takes: columns that may be null, or that the database fills in, may be left out. */
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
/** What an update takes. */
export type RowChanges<Name extends keyof Tables> = Omit<Updateable<Tables[Name]>, 'id'>;
