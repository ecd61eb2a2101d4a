// Inserts, updates, deletions and locks that depend only on a table's name. Each store declares those that it needs.
import type { Kysely } from 'kysely';
import type { Transaction } from './database.ts';
import { forUpdate } from './expressions.ts';
import { type Builder, bound, type Query, query } from './query.ts';
import type { NewRow, RowChanges, Tables } from './tables.ts';

/** NOTE: the types of the query builder do not support a table whose name is a type parameter. */
const untyped = (db: Builder) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

/**
 * Maximum number of cached queries per table. There is one for each combination of columns, and a client's request may
 * determine which columns a row has.
 */
const maxKept = 50;

/**
 * Returns a function that creates the insert query for a combination of columns, and caches it. The column names are
 * separated by spaces.
 */
const insertionInto = (table: string) => {
  const kept = new Map<string, Query<Row, unknown>>();
  return (columns: string): Query<Row, unknown> => {
    const insertion =
      kept.get(columns) ??
      query<Row>()((db, row) => {
        const values = columns.split(' ').map((column) => [column, row[column]] as const);
        return untyped(db).insertInto<string>(table).values(Object.fromEntries(values));
      });
    if (kept.size < maxKept) kept.set(columns, insertion);
    return insertion;
  };
};

type Row = Readonly<Record<string, unknown>>;

const columnsOf = (row: Row): string =>
  Object.keys(row)
    .filter((column) => row[column] !== undefined)
    .join(' ');

/** Inserts a row, or several rows with one statement. */
export const inserter = <Name extends keyof Tables>(table: Name) => {
  const insertion = insertionInto(table);
  return (tx: Transaction, rows: NewRow<Name> | readonly NewRow<Name>[]): Promise<number> =>
    Array.isArray(rows)
      ? tx.run((db) => untyped(db).insertInto<string>(table).values(rows))
      : tx.run(bound(insertion(columnsOf(rows as Row)), rows as Row));
};

/**
 * Locks the row with an identifier until the transaction ends. Then returns the row as `byId` reads it, or undefined if
 * it does not exist.
 */
export const locker = <Row>(table: keyof Tables, byId: Query<{ id: string }, Row>) => {
  const rowForUpdate = query<{ id: string }>()((db, { id }, engine) =>
    forUpdate(engine, untyped(db).selectFrom<string>(table).select('id').where('id', '=', id)),
  );
  return async (tx: Transaction, id: string): Promise<Row | undefined> => {
    const [, row] = await Promise.all([tx.first(rowForUpdate, { id }), tx.first(byId, { id })]);
    return row;
  };
};

/** Updates columns of the row with an identifier. */
export const updater =
  <Name extends keyof Tables>(table: Name) =>
  (tx: Transaction, id: string, changes: RowChanges<Name>): Promise<number> =>
    tx.run((db) => untyped(db).updateTable<string>(table).set(changes).where('id', '=', id));

/** Deletes the row with an identifier, or the rows with a certain value in another column. */
export const deleter =
  <Name extends keyof Tables>(table: Name, column: keyof Tables[Name] & string = 'id' as never) =>
  (tx: Transaction, value: string): Promise<number> =>
    tx.run((db) =>
      untyped(db)
        .deleteFrom<string>(table)
        .where(column as string, '=', value),
    );
