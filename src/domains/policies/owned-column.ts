import { type RawBuilder, sql } from 'kysely';

/**
 * Selects a column of a joined record. The value is null if the joined record was deleted, because a deleted record no
 * longer belongs to the organization. The join condition must compare only identifiers. If it also compared the
 * organization, PostgreSQL might compare each row with all of the organization's records.
 */
export const ownedColumn = (table: string, column: string, organization: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${table}.organization_id`)} = ${organization} then ${sql.ref(`${table}.${column}`)} end`;
