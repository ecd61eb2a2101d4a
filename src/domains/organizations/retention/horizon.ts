// Finds the organizations to which a data retention period applies.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import { withoutOwnDays } from '../../instance/index.ts';

/**
 * SQL condition that selects organizations by their own retention policy. If `ownDays` is a number of days, the policy
 * must have this number. If `ownDays` is `withoutOwnDays`, the organization must have no retention policy of its own.
 */
export const isWithin = (organizationId: Expression<string>, ownDays: number): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from organizations as home where home.id = ${organizationId}
    and case when home.retention_policy_id is null then ${sql.lit(withoutOwnDays)} else home.retention_days end = ${ownDays})`;

const allOwnDays = query()((db) =>
  db
    .selectFrom('organizations')
    .select('retention_days as days')
    .distinct()
    .where('retention_days', 'is not', null)
    .orderBy('retention_days'),
);

/**
 * Returns the distinct numbers of days in organizations' own retention policies. Implements the port
 * `ownRetentionDays`.
 */
export async function ownRetentionDays(database: Database): Promise<readonly number[]> {
  return (await database.scan(allOwnDays, {})).flatMap(({ days }) => days ?? []);
}
