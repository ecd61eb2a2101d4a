// The writes that need no more than the name of a table. A store declares those that its table has.
import type { Kysely } from 'kysely';
import type { Transaction } from './database.ts';
import type { Builder } from './query.ts';
import type { NewRow, RowChanges, Tables } from './tables.ts';

/** NOTE: the builder's types do not follow a table whose name is a type parameter. */
const untyped = (db: Builder) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** Inserts a row, or several with one statement. */
export const inserter =
  <Name extends keyof Tables>(table: Name) =>
  (tx: Transaction, rows: NewRow<Name> | readonly NewRow<Name>[]): Promise<number> =>
    tx.run((db) => untyped(db).insertInto<string>(table).values(rows));

/** Changes columns of the row with an identifier. */
export const updater =
  <Name extends keyof Tables>(table: Name) =>
  (tx: Transaction, id: string, changes: RowChanges<Name>): Promise<number> =>
    tx.run((db) => untyped(db).updateTable<string>(table).set(changes).where('id', '=', id));

/** Deletes the row with an identifier, or those with a value in another column. */
export const deleter =
  <Name extends keyof Tables>(table: Name, column: keyof Tables[Name] & string = 'id' as never) =>
  (tx: Transaction, value: string): Promise<number> =>
    tx.run((db) =>
      untyped(db)
        .deleteFrom<string>(table)
        .where(column as string, '=', value),
    );
