// Reads foreign keys from the database catalog, so that none can be missed.
import { sql } from 'kysely';
import type { Reader } from '../database.ts';
import { type Buildable, query } from '../query.ts';

/** Foreign key from rows of `table` to rows of `parent`. */
export interface Reference {
  readonly table: string;
  /** Primary key columns of `table`. Empty on SQLite, and for a table without a primary key. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly parent: string;
  readonly parentColumns: readonly string[];
  /**
   * Whether the rows may be distributed over the nodes of a Citus cluster. If so, a subquery that runs for each key
   * must not contain `limit`, because Citus does not support this.
   */
  readonly isOnCluster: boolean;
  /** Whether deleting the parent row sets the reference to null instead of deleting the row. */
  readonly isCleared: boolean;
}

/** Returns all foreign keys of the schema, sorted so that each table comes before the tables it refers to. */
export async function readReferences(reader: Reader): Promise<readonly Reference[]> {
  const rows = await reader.rows(foreignKeys, {});
  const references = rows.map(({ table, key, columns, parent, parent_columns, is_cleared, is_on_cluster }) => ({
    table,
    key: key === '' ? [] : key.split(' '),
    columns: columns.split(' '),
    parent,
    parentColumns: parent_columns.split(' '),
    isOnCluster: is_on_cluster === 1,
    isCleared: is_cleared === 1,
  }));
  const heights = heightsOf(references);
  return references.toSorted((one, other) => (heights.get(other.table) ?? 0) - (heights.get(one.table) ?? 0));
}

/** Returns for each table the length of the longest chain of foreign keys that starts at the table. */
function heightsOf(references: readonly Reference[]): ReadonlyMap<string, number> {
  const parentsOf = Map.groupBy(references, ({ table }) => table);
  const heights = new Map<string, number>();
  const heightOf = (table: string): number => {
    const known = heights.get(table);
    if (known !== undefined) return known;
    const above = (parentsOf.get(table) ?? []).filter(({ parent }) => parent !== table);
    const height = Math.max(0, ...above.map(({ parent }) => 1 + heightOf(parent)));
    heights.set(table, height);
    return height;
  };
  for (const table of parentsOf.keys()) heightOf(table);
  return heights;
}

interface ForeignKey {
  readonly table: string;
  readonly key: string;
  readonly columns: string;
  readonly parent: string;
  readonly parent_columns: string;
  readonly is_cleared: number;
  readonly is_on_cluster: number;
}

const foreignKeys = query()(
  (db, _none, engine): Buildable<ForeignKey> => ({
    compile: () => (engine === 'sqlite' ? inSqlite : inPostgres).compile(db),
  }),
);

const inSqlite = sql<ForeignKey>`select tables.name as "table", '' as key, 0 as is_on_cluster,
    string_agg(keys."from", ' ' order by keys.seq) as columns, keys."table" as parent,
    string_agg(keys."to", ' ' order by keys.seq) as parent_columns,
    max(case when keys.on_delete = 'SET NULL' then 1 else 0 end) as is_cleared
  from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
  where tables.type = 'table' group by tables.name, keys.id, keys."table" order by tables.name, keys.id`;

const inPostgres = sql<ForeignKey>`select child.relname as "table",
    (select count(*)::integer from pg_extension where extname = 'citus') as is_on_cluster,
    coalesce((select string_agg(attname, ' ' order by place) from pg_constraint as pk
      cross join lateral unnest(pk.conkey) with ordinality as parts (number, place)
      join pg_attribute on attrelid = child.oid and attnum = number
      where pk.conrelid = child.oid and pk.contype = 'p'), '') as key,
    string_agg(own.attname, ' ' order by keys.place) as columns, parent.relname as parent,
    string_agg(its.attname, ' ' order by keys.place) as parent_columns,
    case when max(it.confdeltype) = 'n' then 1 else 0 end as is_cleared
  from pg_constraint as it
  join pg_class as child on child.oid = it.conrelid
  join pg_class as parent on parent.oid = it.confrelid
  cross join lateral unnest(it.conkey, it.confkey) with ordinality as keys (own, its, place)
  join pg_attribute as own on own.attrelid = it.conrelid and own.attnum = keys.own
  join pg_attribute as its on its.attrelid = it.confrelid and its.attnum = keys.its
  where it.contype = 'f' and it.connamespace = quote_ident(current_schema())::regnamespace
  group by it.oid, child.oid, child.relname, parent.relname order by child.relname, it.oid`;
