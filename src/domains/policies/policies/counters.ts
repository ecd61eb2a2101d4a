// The counters that spare lists a count: each is changed in the transaction that changes what it counts.
import type { Transaction } from '../../../db/database.ts';
import { isOneOf } from '../../../db/expressions.ts';
import type { Kind } from './kind.ts';

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

/** Every one of these policies in every one of these sets. The organization is held while they change. */
export interface Memberships {
  readonly policyIds: readonly string[];
  readonly policySetIds: readonly string[];
}

const count = async (tx: Transaction, { policyIds, policySetIds }: Memberships, by: 1 | -1): Promise<void> => {
  await tx.run((db, engine) =>
    db
      .updateTable('policies')
      .set((eb) => ({ policy_set_count: eb('policy_set_count', '+', by * policySetIds.length) }))
      .where(({ ref }) => isOneOf(engine, ref('id'), JSON.stringify(policyIds))),
  );
  await tx.run((db, engine) =>
    db
      .updateTable('policy_sets')
      .set((eb) => ({ policy_count: eb('policy_count', '+', by * policyIds.length) }))
      .where(({ ref }) => isOneOf(engine, ref('id'), JSON.stringify(policySetIds))),
  );
};

/** Puts policies into sets. None may be in one of them yet, nor be named twice. */
export const joinSets = async (tx: Transaction, memberships: Memberships): Promise<void> => {
  const { policyIds, policySetIds } = memberships;
  const rows = policyIds.flatMap((policy_id) => policySetIds.map((policy_set_id) => ({ policy_id, policy_set_id })));
  if (rows.length === 0) return;
  await tx.run((db) => db.insertInto('policy_set_policies').values(rows));
  await count(tx, memberships, 1);
};

/** Takes policies out of sets. All must be in every one of them, and none be named twice. */
export const leaveSets = async (tx: Transaction, memberships: Memberships): Promise<void> => {
  const { policyIds, policySetIds } = memberships;
  if (policyIds.length === 0 || policySetIds.length === 0) return;
  await tx.run((db, engine) =>
    db
      .deleteFrom('policy_set_policies')
      .where(({ ref }) => isOneOf(engine, ref('policy_id'), JSON.stringify(policyIds)))
      .where(({ ref }) => isOneOf(engine, ref('policy_set_id'), JSON.stringify(policySetIds))),
  );
  await count(tx, memberships, -1);
};
