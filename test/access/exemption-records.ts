// Exemptions, and requests for exemptions, that are written directly to the database.
import type { Transaction } from '../../src/db/database.ts';
import { newId } from '../../src/kernel/ids.ts';

const at = '2026-01-01T00:00:00.000Z';

/** Writes a policy exemption. Returns its id. */
export const insertExemption = async (tx: Transaction, organization_id: string, policy_id: string): Promise<string> => {
  const row = {
    id: newId('polex'),
    organization_id,
    policy_id,
    workspace_id: null,
    resource_address: 'null_resource.a',
    last_matched_at: at,
  };
  const reason = { reason: 'Until the migration', owner: 'network', expires_at: null, covers_all_levels: 0 };
  const rest = { created_by: '{"kind":"system","name":"records"}', created_at: at, updated_at: at };
  await tx.run((db) => db.insertInto('policy_exemptions').values({ ...row, ...reason, ...rest }));
  return row.id;
};

/** Writes an open request for an exemption. Returns its id. */
export const insertExemptionRequest = async (
  tx: Transaction,
  {
    organization_id,
    policy_id,
    workspace_id,
    evaluation_id,
    requester_id,
  }: Readonly<Record<'organization_id' | 'policy_id' | 'workspace_id' | 'evaluation_id' | 'requester_id', string>>,
): Promise<string> => {
  const id = newId('polexreq');
  const requested_by = JSON.stringify({ kind: 'user', id: requester_id, username: 'requester', isAdmin: false });
  const of = { id, organization_id, policy_id, workspace_id, evaluation_id, requester_id, requested_by };
  const row = { ...of, reason: 'Until the migration', status: 'open' as const, created_at: at };
  await tx.run((db) =>
    db.insertInto('policy_exemption_requests').values({ ...row, open_until: '2126-01-01T00:00:00.000Z' }),
  );
  return id;
};
