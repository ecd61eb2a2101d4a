// Reads to-many relationships together with their rows. In lists, the number of identifiers is limited. JSON:API calls
// these identifiers resource linkage.
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { linkedCount, maxLinkedEach, maxLinkedTogether } from '../kernel/linked.ts';
import type { Tables } from './tables.ts';

/** Maximum number of identifiers that a query reads of each relationship. */
export interface Linking {
  readonly linked: number;
}

/** Limit for a resource that is shown alone. Its relationships are limited when they are changed. */
export const wholeLinkage = 1_000_000;

/**
 * Selects the identifiers of a relationship as one text, which `linkedIn` parses. `rows` selects them as `id`, ordered
 * by `id` or by an order that should have an index if there can be many rows. `count` is a column with their number.
 * Without it they are counted, with a second query only if there are more than `linked`.
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
  // Both engines concatenate in the order of the limited query. Sorting again would take as long.
  const joined = sql<string | null>`(
    select cast(${count ?? counted} as text) || coalesce(' ' || string_agg(linked.id, ' '), '')
    from ${first} as linked)`;
  // Many records have exactly one related record, and reading a single one takes a third of the time.
  return count === undefined
    ? joined
    : sql<string | null>`case when ${count} = 1 then '1 ' || ${all.limit(1)} else ${joined} end`;
};

/**
 * Reads rows with their relationships, which are the columns in `columns`. A result has at most 10,000 identifiers
 * altogether. If there are more, each relationship is cut to a hundred.
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
