// Writes approvals to the database.
import type { Transaction } from '../../src/db/database.ts';
import { newId } from '../../src/kernel/ids.ts';

/** Places and records to which an approval belongs. */
interface Approved {
  readonly organization_id: string;
  readonly workspace_id: string;
  readonly policy_evaluation_id: string;
  readonly comment?: string;
}

/** Writes an approval of findings of an evaluation. Returns its id. */
export const insertApproval = async (
  tx: Transaction,
  { organization_id, workspace_id, policy_evaluation_id: evaluation_id, comment = 'Agreed' }: Approved,
): Promise<string> => {
  const row = { id: newId('polapp'), organization_id, workspace_id, evaluation_id, comment, keys: '["secret-key"]' };
  const rest = {
    finding_count: 1,
    created_by: '{"kind":"system","id":null,"username":null}',
    created_at: '2026-01-01T00:00:00.000Z',
  };
  await tx.run((db) =>
    db.insertInto('policy_approvals').values({ ...row, ...rest, expires_at: '2126-01-01T00:00:00.000Z' }),
  );
  return row.id;
};
