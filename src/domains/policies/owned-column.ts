import { type RawBuilder, sql } from 'kysely';

/**
 * Selects a column of a joined record. The value is null if the joined record was deleted, because a deleted record no
 * longer belongs to the organization. The condition of the join compares only identifiers. If the condition also
 * compared the organization, PostgreSQL might use the organization's index and compare all records of the organization
 * with each row.
 */
export const ownedColumn = (table: string, column: string, organization: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${table}.organization_id`)} = ${organization} then ${sql.ref(`${table}.${column}`)} end`;
