import { type RawBuilder, sql } from 'kysely';

/**
 * A column of a joined record of an organization; null for one that was deleted, which no longer belongs to it. The join is by the
 * identifier alone: with the organization in it, PostgreSQL may prefer the index of that, and compare all its records with each row.
 */
export const ownedColumn = (table: string, column: string, organization: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${table}.organization_id`)} = ${organization} then ${sql.ref(`${table}.${column}`)} end`;
