// The tables `policy_evaluation_changes` and `policy_evaluation_values`.
import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { list } from '../../../db/list.ts';
import { query } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter } from '../../../db/writes.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import { policyEvaluationChanges } from './entity.ts';

export type ChangeRow = StoredRow<'policy_evaluation_changes'>;

export const insertChanges = inserter('policy_evaluation_changes');
export const insertValues = inserter('policy_evaluation_values');

/** Deletes the stored values of all evaluations of an organization. */
export const deleteValuesOf = deleter('policy_evaluation_values', 'organization_id');

export const valuesPlace = (id: string): SecretPlace => ({ table: 'policy_evaluation_values', column: 'sealed', id });

/** Whether an organization stores the values of planned changes. */
export async function keepsValues(reader: Pick<Transaction, 'first'>, organization: string): Promise<boolean> {
  return (await reader.first(changeValues, { organization }))?.keeps_change_values === 1;
}

const changeValues = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('organizations').select('keeps_change_values').where('id', '=', organization),
);

/** Lists the planned changes of an evaluation, sorted by position. */
export const changeList = list<{ evaluation: string }>()(
  (db, { evaluation }) =>
    db
      .selectFrom('policy_evaluation_changes')
      .select(policyEvaluationChanges.all)
      .where('policy_evaluation_changes.evaluation_id', '=', evaluation),
  (rows) => rows.orderBy('policy_evaluation_changes.position'),
);

/** Selects the addresses of the resources whose changes are stored for an evaluation. */
export const changedAddresses = query<{ evaluation: string }>()((db, { evaluation }) =>
  db.selectFrom('policy_evaluation_changes').select('address').where('evaluation_id', '=', evaluation),
);

export const valuesById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_evaluation_values').select(['id', 'sealed']).where('id', '=', id),
);

/**
 * Selects the organization's evaluations with stored values, from newest to oldest, except the first `limit`. Returns
 * at most `surplus` identifiers.
 */
export const valuesAfter = query<{ organization: string; limit: number; surplus: number }>()(
  (db, { organization, limit, surplus }) =>
    db
      .selectFrom('policy_evaluation_values')
      .select('id')
      .where('organization_id', '=', organization)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(limit)
      .limit(surplus),
);

/** Deletes the values of the given evaluations. */
export async function deleteValues(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.run((db, engine) =>
    db.deleteFrom('policy_evaluation_values').where(({ ref }) => isInJsonArray(engine, ref('id'), JSON.stringify(ids))),
  );
}
