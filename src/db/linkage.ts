// Relationships to many, read with the rows that have them, and bounded in lists (JSON:API calls this linkage).
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { linkedCount, maxLinkedEach, maxLinkedTogether } from '../kernel/linked.ts';
import type { Tables } from './tables.ts';

/** Maximum number of identifiers of each relationship that a query reads. */
export interface Linking {
  readonly linked: number;
}

/** For a record that is shown alone: its relationships are bounded where they are changed. */
export const wholeLinkage = 1_000_000;

/**
 * `rows` select the related identifiers as `id`, in the order of these or in one of their own, which an index should have
 * where there may be many. The result is read by `linkedIn`. `count` is their number where a column
 * has it; otherwise they are counted, which takes a second look at them only where more are related than are read.
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
  // Both engines join them in the order in which the limited query gives them: to sort them again takes as long.
  const joined = sql<string | null>`(
    select cast(${count ?? counted} as text) || coalesce(' ' || string_agg(linked.id, ' '), '')
    from ${first} as linked)`;
  // Many records are related to a single one: to read that alone takes a third of the time.
  return count === undefined
    ? joined
    : sql<string | null>`case when ${count} = 1 then '1 ' || ${all.limit(1)} else ${joined} end`;
};

/**
 * Reads rows with their relationships. Together they have at most 10,000 identifiers; past that each relationship is cut to
 * a hundred. `columns` are those of the relationships.
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
  // One row is like a record that is shown alone.
  const isWhole = rows.length === 1 || together <= maxLinkedTogether;
  return isWhole && greatest > maxLinkedEach ? read(maxLinkedTogether) : rows;
};

const textIn = (row: object, column: string): string | null => {
  const value: unknown = Reflect.get(row, column);
  return typeof value === 'string' ? value : null;
};
