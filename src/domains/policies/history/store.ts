import { isInJsonArray, withoutIndex } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';

/** Selects the names of those policy sets that belong to the organization; `ids` is a JSON array. */
export const policySetNames = query<{ ids: string; organization: string }>()((db, { ids, organization }, engine) =>
  db
    .selectFrom('policy_sets')
    .select(['id', 'name'])
    .where(({ ref }) => withoutIndex(engine, ref('organization_id')), '=', organization)
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);
