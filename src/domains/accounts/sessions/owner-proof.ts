// Stores in a session that its user has proved to own the account (docs/decisions/0094).
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { setOwnerProof } from './store.ts';

/** Time in milliseconds for which a repeated sign-in or a followed link proves ownership. */
export const proofLifetime = 5 * 60_000;

/** Stores a proof of ownership in a session and returns the audit entry. The time is in milliseconds since 1970. */
export async function proveOwner(
  tx: Transaction,
  { session, user, at }: { readonly session: string; readonly user: string; readonly at: number },
  by: 'sign-in' | 'mail',
): Promise<AuditEntry> {
  await setOwnerProof(tx, session, timestamp(at));
  return { action: 'user.prove-owner', type: 'users', id: user, after: { session, by } };
}
