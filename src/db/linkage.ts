// Reads rows together with the identifiers of their to-many relationships. JSON:API calls these identifiers resource
// linkage. In lists, their number is limited.
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { linkedCount, maxLinkedEach, maxLinkedTogether } from '../kernel/linked.ts';
import type { Tables } from './tables.ts';

/** Maximum number of identifiers that a query reads for each relationship. */
export interface Linking {
  readonly linked: number;
}

/**
 * Maximum number of identifiers per relationship of a resource that is shown alone. Every relationship is smaller,
 * because its size is limited when it is changed.
 */
export const wholeLinkage = 1_000_000;

/**
 * Selects the number and the identifiers of related records as one text, which `linkedIn` parses. `rows` selects the
 * identifiers as `id`. They are sorted by `id` unless `rows` has another order, which should have an index if there can
 * be many rows. `count` is a column that contains the number of identifiers. Without this column, the rows are counted,
 * which needs a second subquery only if their number exceeds `linked`.
 */
export const linkage = <From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, { id: string }>,
  linked: number,
  count?: Expression<number>,
) => {
  const hasOrder = rows.toOperationNode().orderBy !== undefined;
  const first = (hasOrder ? rows : rows.orderBy('id')).limit(linked);
  const all = rows.clearOrderBy();
  const counted = sql`case when count(*) < ${linked} then count(*) else (select count(*) from ${all} as linked) end`;
  // Both engines concatenate the identifiers in the order of the limited subquery. Sorting them in `string_agg` as well
  // would take additional time.
  const joined = sql<string | null>`(
    select cast(${count ?? counted} as text) || coalesce(' ' || string_agg(linked.id, ' '), '')
    from ${first} as linked)`;
  // Many records have exactly one related record. Reading a single identifier without `string_agg` takes a third of the
  // time.
  return count === undefined
    ? joined
    : sql<string | null>`case when ${count} = 1 then '1 ' || ${all.limit(1)} else ${joined} end`;
};

/**
 * Reads rows with the to-many relationships in `columns`. If all relationships of the result together have more than
 * 10,000 identifiers, each relationship is truncated to 100 identifiers.
 */
export const readLinked = async <Row extends object>(
  columns: readonly string[],
  read: (linked: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const rows = await read(maxLinkedEach);
  let [together, greatest] = [0, 0];
  for (const row of rows) {
    for (const column of columns) {
      const count = linkedCount(textIn(row, column));
      together += count;
      greatest = Math.max(greatest, count);
    }
  }
  // A single row is treated like a resource that is shown alone.
  const isWhole = rows.length === 1 || together <= maxLinkedTogether;
  return isWhole && greatest > maxLinkedEach ? read(maxLinkedTogether) : rows;
};

const textIn = (row: object, column: string): string | null => {
  const value: unknown = Reflect.get(row, column);
  return typeof value === 'string' ? value : null;
};
