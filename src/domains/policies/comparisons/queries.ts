import { jsonRecords } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';

/**
 * Selects the message, author and time of revisions of an organization's policies. `wanted` is a JSON array of objects
 * with `policy` and `number`.
 */
export const revisionsIn = query<{ organization: string; wanted: string }>()((db, { organization, wanted }, engine) =>
  db
    .selectFrom(jsonRecords(engine, wanted, { policy: 'text', number: 'bigint' }))
    // A cross join makes SQLite read the tables in the given order.
    .crossJoin('policy_revisions')
    .whereRef('policy_revisions.policy_id', '=', 'records.policy')
    .whereRef('policy_revisions.number', '=', 'records.number')
    .innerJoin('policies', 'policies.id', 'policy_revisions.policy_id')
    .where('policies.organization_id', '=', organization)
    .select(['policy_revisions.policy_id', 'policy_revisions.number', 'policy_revisions.message'])
    .select(['policy_revisions.created_by', 'policy_revisions.created_at']),
);
