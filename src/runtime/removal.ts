// Deletes rows and everything that hangs on them, in portions: what hangs goes first, so that no statement deletes or
// changes more rows than its portion, however many there are. What is left says where to go on.
import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Engine, Transaction } from '../db/database.ts';
import { type Query, type QueryBuilder, query } from '../db/query.ts';
import { type Reference, readReferences } from '../db/references.ts';
import { memoizeByArguments } from '../lib/memoize-by-arguments.ts';

/** The columns by which other rows name a row, and their values. */
export type RowKey = Readonly<Record<string, unknown>>;

export interface RemovalParts {
  readonly database: Database;
  /** Runs one portion, which says how many rows it took, in a transaction. */
  readonly portion: (work: (tx: Transaction) => Promise<number>) => Promise<number>;
  /** Once aborted, the removal ends with an error before its next portion. */
  readonly signal: AbortSignal;
}

/** How long a portion should take, in milliseconds: as long it may keep other changes waiting, and SQLite's thread. */
const targetTime = 8;
const [firstSize, maxSize] = [8, 500];

/** Deletes what hangs on rows of a table, but not the rows. */
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
  /** Works until no row names one of the keys. */
  const emptied = async (reference: Reference, list: string, statement: Statement): Promise<void> => {
    const any = namingRows(reference, reference.columns);
    while ((await database.first(any, { list, limit: 1 })) !== undefined) {
      await portions.take(reference.table, (tx, size) => tx.run(statement(list, size)));
    }
  };
  /** Deletes rows on which others hang. */
  const removeFamilies = async (reference: Reference, list: string): Promise<void> => {
    const { table } = reference;
    const key = references.get(table)?.[0]?.parentColumns ?? [];
    const next = namingRows(reference, key);
    for (;;) {
      const rows = await database.rows(next, { list, limit: portions.sizeOf(table) });
      if (rows.length === 0) return;
      await removeUnder(table, rows);
      await portions.take(table, (tx) => tx.run(deletionOf(table, key, JSON.stringify(rows))));
    }
  };
  return removeUnder;
}

/** Portions that take about the same time, whatever rows they are made of. After each, others get as much time. */
function portionsWith({ portion, signal }: RemovalParts) {
  const sizes = new Map<string, number>();
  const sizeOf = (table: string): number => sizes.get(table) ?? firstSize;
  return {
    sizeOf,
    take: async (table: string, work: (tx: Transaction, size: number) => Promise<number>): Promise<void> => {
      signal.throwIfAborted();
      const size = sizeOf(table);
      const start = performance.now();
      await portion((tx) => work(tx, size));
      const taken = performance.now() - start;
      if (taken > 2 * targetTime) sizes.set(table, Math.max(1, Math.floor(size / 2)));
      if (taken < targetTime) sizes.set(table, Math.min(maxSize, size * 2));
      await wait(taken, undefined, { ref: false });
    },
  };
}

type Statement = (list: string, size: number) => QueryBuilder;

/** Columns of the first rows that name one of the keys in a JSON array. */
const namingRows = (
  reference: Reference,
  columns: readonly string[],
): Query<{ readonly list: string; readonly limit: number }, RowKey> =>
  namingRowsOf(JSON.stringify(reference), columns.join(' '));

const namingRowsOf = memoizeByArguments((text: string, columns: string) => {
  const reference: Reference = JSON.parse(text);
  return query<{ list: string; limit: number }>()((db, { list, limit }, engine) => ({
    compile: () =>
      sql<RowKey>`select ${refs(columns.split(' '))} from ${sql.table(reference.table)}
        where ${names(engine, reference, list)} limit ${limit}`.compile(db),
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

const deletionOf =
  (table: string, key: readonly string[], list: string): QueryBuilder =>
  (db, engine) => ({
    compile: () =>
      sql`delete from ${sql.table(table)} where (${refs(key)}) in (${keysIn(engine, { table, columns: key }, list)})`.compile(
        db,
      ),
  });

/** By the place of the rows, which every table has, whatever its primary key. */
const isAmongFirst = (engine: Engine, reference: Reference, { list, size }: { list: string; size: number }) => {
  const place = sql.ref(engine === 'sqlite' ? 'rowid' : 'ctid');
  const first = sql`select ${place} from ${sql.table(reference.table)}
    where ${names(engine, reference, list)} limit ${sql.lit(size)}`;
  return engine === 'sqlite' ? sql`${place} in (${first})` : sql`${place} = any (array(${first}))`;
};

const names = (engine: Engine, { columns, parent, parentColumns }: Reference, list: string): RawBuilder<unknown> =>
  sql`(${refs(columns)}) in (${keysIn(engine, { table: parent, columns: parentColumns }, list)})`;

/** The values of columns of a table in the objects of a JSON array. */
const keysIn = (
  engine: Engine,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  list: string,
): RawBuilder<unknown> => {
  if (engine === 'postgres') {
    return sql`select ${refs(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${list}::jsonb)`;
  }
  const members = columns.map((column) => sql`value ->> ${sql.lit(column)}`);
  return sql`select ${sql.join(members)} from json_each(${list})`;
};

const refs = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)));
