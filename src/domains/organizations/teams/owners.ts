import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * SQL condition of the partial index on owners teams. The 1 must be a literal in the SQL: with a parameter the index is
 * not used.
 */
export const isOwnersTeam = () => sql<SqlBool>`teams.is_owners = 1`;

/**
 * SQL condition that an owner is active. Suspended people, people who have not accepted their invitation and service
 * accounts are not. The query must join the account as `users`; `membership` is the name under which it joins the
 * membership.
 */
export const isActiveOwner = (membership: 'memberships' | 'other'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(users.is_suspended = 0 and users.is_service_account = 0 and users.activated_at is not null
    and ${sql.ref(`${membership}.awaited_address`)} is null)`;
