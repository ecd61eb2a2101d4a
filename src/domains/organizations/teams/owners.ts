import { type SqlBool, sql } from 'kysely';

/** The condition of the index that has the owners teams: it is used only where the number stands in the SQL. */
export const isOwnersTeam = () => sql<SqlBool>`teams.is_owners = 1`;
