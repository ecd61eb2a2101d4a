import { list, type RowOfList } from '../../../db/list.ts';
import { type Builder, query } from '../../../db/query.ts';
import { policyRevisions } from '../policies/entity.ts';

/** A revision, with the number of the policy's current revision. */
export type RevisionRow = RowOfList<typeof revisionList>;

const selectRevisions = (db: Builder) =>
  db
    .selectFrom('policy_revisions')
    .innerJoin('policies', 'policies.id', 'policy_revisions.policy_id')
    .select(policyRevisions.all)
    .select('policies.revision as revision_in_force');

/** Lists the revisions of a policy, from newest to oldest. */
export const revisionList = list<{ policy: string }>()(
  (db, { policy }) => selectRevisions(db).where('policy_revisions.policy_id', '=', policy),
  (rows) => rows.orderBy('policy_revisions.number', 'desc'),
);

export const revisionByNumber = query<{ policy: string; number: number }>()((db, { policy, number }) =>
  selectRevisions(db).where('policy_revisions.policy_id', '=', policy).where('policy_revisions.number', '=', number),
);
