// The counters that spare lists a count: each is changed in the transaction that changes what it counts.
import type { Transaction } from '../../db/database.ts';
import type { Kind } from './store.ts';

/** Adds to an organization's number of policies of one kind. */
export const countPolicies = async (tx: Transaction, organizationId: string, kind: Kind, by: 1 | -1): Promise<void> => {
  const column = `${kind}_policy_count` as const;
  await tx.run((db) =>
    db
      .updateTable('organizations')
      .set((eb) => ({ [column]: eb(column, '+', by) }))
      .where('id', '=', organizationId),
  );
};

/** Adds to the number of policies of every set that holds a policy. */
export const countInSets = async (tx: Transaction, policyId: string, by: 1 | -1): Promise<void> => {
  await tx.run((db) =>
    db
      .updateTable('policy_sets')
      .set((eb) => ({ policy_count: eb('policy_count', '+', by) }))
      .where('id', 'in', (eb) =>
        eb.selectFrom('policy_set_policies').select('policy_set_id').where('policy_id', '=', policyId),
      ),
  );
};

/** Puts a new policy into sets. */
export const joinSets = async (tx: Transaction, policyId: string, policySetIds: readonly string[]): Promise<void> => {
  const sets = [...new Set(policySetIds)];
  if (sets.length === 0) return;
  const rows = sets.map((id) => ({ policy_set_id: id, policy_id: policyId }));
  await tx.run((db) => db.insertInto('policy_set_policies').values(rows));
  await tx.run((db) => db.updateTable('policies').set({ policy_set_count: sets.length }).where('id', '=', policyId));
  await countInSets(tx, policyId, 1);
};
