import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The condition of the index that has the owners teams: it is used only where the number stands in the SQL. */
export const isOwnersTeam = () => sql<SqlBool>`teams.is_owners = 1`;

/**
 * SQL condition that an owner keeps the organization from being without one: suspended people, invited people and service
 * accounts do not. The account is in the query as `users`, the membership by the name of its table there.
 */
export const isActiveOwner = (membership: 'memberships' | 'other'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(users.is_suspended = 0 and users.is_service_account = 0 and users.activated_at is not null
    and ${sql.ref(`${membership}.awaited_address`)} is null)`;
