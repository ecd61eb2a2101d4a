// Relationships to many, read with the rows that have them, and bounded in lists (JSON:API calls this linkage).
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { isCut, linkedIn, maxLinkedEach, maxLinkedTogether } from '../lib/linked.ts';
import { opaque } from './opaque.ts';
import type { Tables } from './tables.ts';

/** How many identifiers of each relationship a query reads at most. */
export interface Linking {
  readonly linked: number;
}

/** For a record that is shown alone: its relationships are bounded where they are changed. */
export const wholeLinkage = 1_000_000;

/** `rows` select the related identifiers as `id`. The result is read by `linkedIn`; `count` is their number where it is known. */
export const linkage = <From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, { id: string }>,
  linked: number,
  count: Expression<number> = sql<number>`(select count(*) from ${rows} as linked)`,
) => {
  const ids = sql`(select string_agg(linked.id, ' ' order by linked.id) from ${rows.orderBy('id').limit(opaque(linked))} as linked)`;
  return sql<string | null>`(cast(${count} as text) || coalesce(' ' || ${ids}, ''))`;
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
  const all = rows.flatMap((row) => columns.map((column) => linkedIn(textIn(row, column))));
  const count = all.reduce((sum, linked) => sum + linked.count, 0);
  // One row is like a record that is shown alone.
  const isWhole = rows.length === 1 || count <= maxLinkedTogether;
  return isWhole && all.some(isCut) ? read(maxLinkedTogether) : rows;
};

const textIn = (row: object, column: string): string | null => {
  const value: unknown = Reflect.get(row, column);
  return typeof value === 'string' ? value : null;
};
