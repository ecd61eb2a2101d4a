// What a policy set is applied to. It is managed elsewhere, so any identifier will do.
import type { Transaction } from '../../../db/database.ts';
import { isOneOf } from '../../../db/expressions.ts';
import type { TargetType } from './store.ts';

/** Targets of one type of a policy set. */
export interface Targets {
  readonly policySetId: string;
  readonly type: TargetType;
  readonly ids: readonly string[];
}

/** Applies a policy set to targets that it is not applied to yet. */
export const insertTargets = async (tx: Transaction, { policySetId, type, ids }: Targets): Promise<void> => {
  if (ids.length === 0) return;
  const rows = ids.map((target_id) => ({ policy_set_id: policySetId, type, target_id }));
  await tx.run((db) => db.insertInto('policy_set_targets').values(rows));
};

/** Applies a policy set to these targets no longer. */
export const deleteTargets = async (tx: Transaction, { policySetId, type, ids }: Targets): Promise<void> => {
  await tx.run((db, engine) =>
    db
      .deleteFrom('policy_set_targets')
      .where('policy_set_id', '=', policySetId)
      .where('type', '=', type)
      .where(({ ref }) => isOneOf(engine, ref('target_id'), JSON.stringify(ids))),
  );
};
