import { type RawBuilder, sql } from 'kysely';

/**
 * Selects a column of a joined record; null if the record was deleted, that is, if it no longer belongs to the
 * organization. The join uses only the identifier. If it also used the organization, PostgreSQL might choose the
 * organization's index and compare all records of the organization with each row.
 */
export const ownedColumn = (table: string, column: string, organization: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${table}.organization_id`)} = ${organization} then ${sql.ref(`${table}.${column}`)} end`;
