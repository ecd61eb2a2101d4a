import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The condition of the index that has the owners teams: it is used only where the number stands in the SQL. */
export const isOwnersTeam = () => sql<SqlBool>`teams.is_owners = 1`;

/**
 * SQL condition that an owner, whose account is in the query as `users`, keeps the organization from being without one:
 * suspended people, people who have not taken their invitation, and service accounts do not.
 */
export const isActiveOwner = (): RawBuilder<SqlBool> =>
  sql<SqlBool>`(users.is_suspended = 0 and users.is_service_account = 0 and users.activated_at is not null)`;
