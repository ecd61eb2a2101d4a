// Reads approver teams of policy sets. The table belongs to the domain of organizations.
import { sql } from 'kysely';
import { isInJsonArray, withoutIndex } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';

/**
 * Selects those of the given policy sets that require approvers, with one row for each approver team. A set whose
 * approver teams were deleted has one row without a team. `owners_id` and `owners_name` are the owners team of the
 * organization. `ids` is a JSON array.
 */
export const approversOfSets = query<{ organization: string; ids: string }>()((db, { organization, ids }, engine) =>
  db
    .selectFrom('policy_sets')
    .innerJoin('teams as owners', (join) =>
      join
        .onRef('owners.organization_id', '=', 'policy_sets.organization_id')
        .on(sql`owners.is_owners`, '=', sql.lit(1)),
    )
    .leftJoin('policy_set_approvers', 'policy_set_approvers.policy_set_id', 'policy_sets.id')
    .leftJoin('teams', (join) =>
      join
        .onRef('teams.id', '=', 'policy_set_approvers.team_id')
        .onRef('teams.organization_id', '=', 'policy_sets.organization_id'),
    )
    .select(['policy_sets.id', 'policy_sets.name', 'teams.id as team_id', 'teams.name as team_name'])
    .select(['owners.id as owners_id', 'owners.name as owners_name'])
    .where(({ ref }) => isInJsonArray(engine, ref('policy_sets.id'), ids))
    .where(({ ref }) => withoutIndex(engine, ref('policy_sets.organization_id')), '=', organization)
    .where('policy_sets.requires_approvers', '=', 1),
);
