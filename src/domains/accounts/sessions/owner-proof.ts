// A proof in a session that the person behind it is the owner of its account (docs/decisions/0094).
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { setOwnerProof } from './store.ts';

/** Time in milliseconds for which a sign-in or a link proves the owner of a session. */
export const proofLifetime = 5 * 60_000;

/** Notes in a session that its owner gave a proof, at a time in ms since 1970; answers the audit entry. */
export async function proveOwner(
  tx: Transaction,
  { session, user, at }: { readonly session: string; readonly user: string; readonly at: number },
  by: 'sign-in' | 'mail',
): Promise<AuditEntry> {
  await setOwnerProof(tx, session, timestamp(at));
  return { action: 'user.prove-owner', type: 'users', id: user, after: { session, by } };
}
