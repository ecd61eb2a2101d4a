// Deletes all rows that depend on given rows, in portions. The rows at the end of each chain of foreign keys are
// deleted first. So a cascade never deletes more rows than the portion contains. After an interruption, the removal
// continues with the rows that are left.
import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Reader, Transaction } from '../../db/database.ts';
import type { Engine } from '../../db/engine.ts';
import { type Query, type QueryBuilder, query } from '../../db/query.ts';
import { type Reference, readReferences } from '../../db/schema/references.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';

/** Values of a row's key columns, to which foreign keys refer, by column name. */
export type RowKey = Readonly<Record<string, unknown>>;

export interface RemovalParts {
  readonly database: Database;
  /** Executes one portion in a transaction. `work` returns the number of affected rows. */
  readonly portion: (work: (tx: Transaction) => Promise<number>) => Promise<number>;
  /** Signal that stops the removal. After it is aborted, the removal throws before its next portion. */
  readonly signal: AbortSignal;
}

/**
 * Target duration in ms of a portion. Meanwhile, other changes may have to wait, and on SQLite the main thread may be
 * blocked.
 */
const targetTime = 8;
const [firstSize, maxSize] = [8, 500];
/** Minimum number of rows in a portion. On PostgreSQL, a portion with fewer rows would take about as long. */
const minSizes: Readonly<Record<Engine, number>> = { sqlite: 1, postgres: 32 };

/** Deletes the rows that depend on rows of a table, but not the rows of the table themselves. */
export type RemoveUnder = (table: string, keys: readonly RowKey[]) => Promise<void>;

export async function openRemoval(parts: RemovalParts): Promise<RemoveUnder> {
  const { database } = parts;
  const references = Map.groupBy(await readReferences(database), ({ parent }) => parent);
  const portions = portionsWith(parts);

  const removeUnder: RemoveUnder = async (table, keys) => {
    for (const reference of references.get(table) ?? []) {
      const list = JSON.stringify(keys);
      if (reference.isCleared) await emptied(reference, list, clearing(reference));
      else if (references.has(reference.table)) await removeFamilies(reference, list);
      else await emptied(reference, list, deletion(reference));
    }
  };
  /** Repeats a statement until no row refers to any of the keys. */
  const emptied = async (reference: Reference, list: string, statement: Statement): Promise<void> => {
    const any = namingRows(reference, reference.columns);
    while ((await byIndex(database, (reader) => reader.first(any, { list, limit: 1 }))) !== undefined) {
      await portions.take(reference.table, (tx, size) => tx.run(statement(list, size)));
    }
  };
  /** Deletes rows that have dependent rows. The dependent rows are deleted first. */
  const removeFamilies = async (reference: Reference, list: string): Promise<void> => {
    const { table } = reference;
    const key = references.get(table)?.[0]?.parentColumns ?? [];
    const next = namingRows(reference, key);
    const own = deletion({ ...reference, columns: key, parent: table, parentColumns: key });
    for (;;) {
      const limit = portions.sizeOf(table);
      const rows = await byIndex(database, (reader) => reader.rows(next, { list, limit }));
      if (rows.length === 0) return;
      await removeUnder(table, rows);
      await portions.take(table, (tx) => tx.run(own(JSON.stringify(rows), rows.length)));
    }
  };
  return removeUnder;
}

/**
 * Reads rows that refer to certain keys, without sequential scans. If statistics are missing, for example after a large
 * import, PostgreSQL assumes that each key matches one in two hundred rows, and would scan the whole table to find the
 * first match.
 */
const byIndex = <T>(database: Database, read: (reader: Reader) => Promise<T>): Promise<T> =>
  database.engine === 'sqlite'
    ? read(database)
    : database.transaction(async (tx) => {
        await useIndexes(tx);
        return read(tx);
      });

const useIndexes = async (tx: Transaction): Promise<void> => {
  if (tx.engine === 'postgres') await tx.rows(withoutScans, {});
};

const withoutScans = query()((db) => ({
  compile: () => sql`select set_config('enable_seqscan', 'off', true)`.compile(db),
}));

/**
 * Executes portions, and adjusts their size so that each takes about the same time. After each portion it pauses for as
 * long as the portion took.
 */
function portionsWith({ database, portion, signal }: RemovalParts) {
  const sizes = new Map<string, number>();
  const minSize = minSizes[database.engine];
  const sizeOf = (table: string): number => sizes.get(table) ?? Math.max(firstSize, minSize);
  return {
    sizeOf,
    take: async (table: string, work: (tx: Transaction, size: number) => Promise<number>): Promise<void> => {
      signal.throwIfAborted();
      const size = sizeOf(table);
      const start = performance.now();
      await portion(async (tx) => {
        await useIndexes(tx);
        return work(tx, size);
      });
      const taken = performance.now() - start;
      if (taken > 2 * targetTime) sizes.set(table, Math.max(minSize, Math.floor(size / 2)));
      if (taken < targetTime) sizes.set(table, Math.min(maxSize, size * 2));
      await wait(taken, undefined, { ref: false });
    },
  };
}

type Statement = (list: string, size: number) => QueryBuilder;

/** Selects columns of the first rows that refer to one of the keys in a JSON array. */
const namingRows = (
  reference: Reference,
  columns: readonly string[],
): Query<{ readonly list: string; readonly limit: number }, RowKey> =>
  namingRowsOf(JSON.stringify(reference), columns.join(' '));

const namingRowsOf = memoizeByArguments((text: string, columns: string) => {
  const reference: Reference = JSON.parse(text);
  return query<{ list: string; limit: number }>()((db, { list, limit }, engine) => ({
    compile: () =>
      firstNaming<RowKey>(engine, reference, { list, limit: sql`${limit}`, columns: columns.split(' ') }).compile(db),
  }));
});

const deletion =
  (reference: Reference): Statement =>
  (list, size) =>
  (db, engine) => ({
    compile: () =>
      sql`delete from ${sql.table(reference.table)} where ${isAmongFirst(engine, reference, { list, size })}`.compile(
        db,
      ),
  });

const clearing =
  (reference: Reference): Statement =>
  (list, size) =>
  (db, engine) => {
    const cleared = reference.columns.map((column) => sql`${sql.ref(column)} = null`);
    return {
      compile: () =>
        sql`update ${sql.table(reference.table)} set ${sql.join(cleared)}
          where ${isAmongFirst(engine, reference, { list, size })}`.compile(db),
    };
  };

/**
 * Condition that a row is among the first rows to delete. Usually it compares the physical locations of rows, which is
 * fast whatever the statistics say. With keys, PostgreSQL would repeat the search for each row of a table that it
 * believes to be empty. On a Citus cluster it compares keys, because the copies of a row have different locations.
 */
const isAmongFirst = (engine: Engine, reference: Reference, { list, size }: { list: string; size: number }) => {
  const first = (columns: readonly string[]) => firstNaming(engine, reference, { list, limit: sql.lit(size), columns });
  if (engine === 'sqlite') return sql`rowid in (${first(['rowid'])})`;
  if (!reference.isOnCluster || reference.key.length === 0) return sql`ctid = any (array(${first(['ctid'])}))`;
  const key = reference.key.map((column) => sql.ref(column));
  return sql`(${sql.join(key)}) in (${first(reference.key)})`;
};

/** Selects the first rows that refer to one of the keys. An index finds the rows of one key after another. */
const firstNaming = <Row>(
  engine: Engine,
  { table, columns: naming, parent, parentColumns, isOnCluster }: Reference,
  {
    list,
    limit,
    columns,
  }: { readonly list: string; readonly limit: RawBuilder<unknown>; readonly columns: readonly string[] },
): RawBuilder<Row> => {
  const shown = sql.join(columns.map((column) => sql.ref(`found.${column}`)));
  const equal = (keyOf: (column: string) => RawBuilder<unknown>) =>
    sql.join(
      naming.map((column, index) => sql`${sql.ref(`found.${column}`)} = ${keyOf(parentColumns[index] ?? '')}`),
      sql` and `,
    );
  if (engine === 'sqlite') {
    return sql`select ${shown} from json_each(${list}) as key cross join ${sql.table(table)} as found
      where ${equal((column) => sql`key.value ->> ${sql.lit(column)}`)} limit ${limit}`;
  }
  const keys = sql`jsonb_populate_recordset(null::${sql.table(parent)}, ${list}::jsonb) as key`;
  return sql`select ${shown} from ${keys} cross join lateral (
      select ${shown} from ${sql.table(table)} as found
      where ${equal((column) => sql.ref(`key.${column}`))} ${isOnCluster ? sql`` : sql`limit ${limit}`}) as found
    limit ${limit}`;
};
