import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';

/** Whether an organization shows the lines of code that evaluated to true. */
export async function showsRuleLines(reader: Pick<Transaction, 'first'>, organization: string): Promise<boolean> {
  return (await reader.first(ruleLines, { organization }))?.shows_rule_lines === 1;
}

const ruleLines = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('organizations').select('shows_rule_lines').where('id', '=', organization),
);

/** Selects the size in bytes of a revision's code, if the policy belongs to the organization. */
export const evaluatedRevision = query<{ organization: string; policy: string; number: number }>()(
  (db, { organization, policy, number }) =>
    db
      .selectFrom('policy_revisions')
      .innerJoin('policies', 'policies.id', 'policy_revisions.policy_id')
      .select('policy_revisions.size')
      .where('policies.id', '=', policy)
      .where('policies.organization_id', '=', organization)
      .where('policy_revisions.number', '=', number),
);

/** Selects the archive that contains the code of a policy in a versioned set. */
export const evaluatedArchive = query<{ organization: string; policy: string }>()((db, { organization, policy }) =>
  db
    .selectFrom('policy_archive_policies')
    .innerJoin('policy_archives', 'policy_archives.id', 'policy_archive_policies.archive_id')
    .innerJoin('policy_sets', 'policy_sets.id', 'policy_archives.policy_set_id')
    .select(['policy_archives.id', 'policy_archives.size'])
    .where('policy_archive_policies.id', '=', policy)
    .where('policy_sets.organization_id', '=', organization),
);
