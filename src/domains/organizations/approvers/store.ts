// The table `policy_set_approvers`.
import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray } from '../../../db/expressions.ts';

/** Adds approver teams to a policy set. Teams that are already approvers of the set are ignored. */
export async function insertApprovers(tx: Transaction, policySetId: string, teamIds: readonly string[]): Promise<void> {
  const rows = teamIds.map((team_id) => ({ policy_set_id: policySetId, team_id }));
  if (rows.length > 0)
    await tx.run((db) =>
      db
        .insertInto('policy_set_approvers')
        .values(rows)
        .onConflict((known) => known.doNothing()),
    );
}

export async function deleteApprovers(tx: Transaction, policySetId: string, teamIds: readonly string[]): Promise<void> {
  await tx.run((db, engine) =>
    db
      .deleteFrom('policy_set_approvers')
      .where('policy_set_id', '=', policySetId)
      .where(({ ref }) => isInJsonArray(engine, ref('team_id'), JSON.stringify(teamIds))),
  );
}
