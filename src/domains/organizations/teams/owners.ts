import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * SQL condition that a team is an owners team. It is the condition of the partial index on owners teams. The 1 must be
 * a literal, because the index is not used for a query with a parameter.
 */
export const isOwnersTeam = () => sql<SqlBool>`teams.is_owners = 1`;

/**
 * SQL condition that an owner is active. Suspended people, people who have not accepted their invitation, and service
 * accounts are not active. The query must join the table of accounts as `users`. `membership` is the alias of the
 * joined membership.
 */
export const isActiveOwner = (membership: 'memberships' | 'other'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(users.is_suspended = 0 and users.is_service_account = 0 and users.activated_at is not null
    and ${sql.ref(`${membership}.awaited_address`)} is null)`;
