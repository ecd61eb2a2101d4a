// Starts or reassigns memberships that wait until an invited e-mail address is confirmed.
import type { Reader, Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { folded } from '../../../lib/text/text.ts';
import type { Member } from '../../../ports.ts';
import { awaitingMemberships, deleteMembership, membershipOfUser, updateAwaiting } from './store.ts';

/**
 * Starts the memberships that wait for the person's address, which has just been confirmed. If the person already is a
 * member of an organization, the waiting membership in this organization is deleted. Implements the port
 * `startMemberships`.
 */
export const startMemberships = (tx: Transaction, member: Member): Promise<readonly AuditEntry[]> =>
  giveMemberships(tx, member, { action: 'membership.start', awaited_address: null });

/**
 * Assigns memberships to an account if they wait for the account's address. They keep waiting. Implements the port
 * `moveMemberships`.
 */
export const moveMemberships = (tx: Transaction, member: Member): Promise<readonly AuditEntry[]> =>
  giveMemberships(tx, member, { action: 'membership.move', awaited_address: folded(member.email) });

/** Whether a membership waits until this e-mail address is confirmed. Implements the port `isAwaited`. */
export async function isAwaited(reader: Reader, email: string): Promise<boolean> {
  return (await reader.first(awaitingMemberships, { address: folded(email) })) !== undefined;
}

async function giveMemberships(
  tx: Transaction,
  { id: user, email }: Member,
  { action, awaited_address }: { readonly action: string; readonly awaited_address: string | null },
): Promise<readonly AuditEntry[]> {
  const address = folded(email);
  const audit: AuditEntry[] = [];
  for (const { id, organization_id: organizationId, user_id } of await tx.rows(awaitingMemberships, { address })) {
    const own = await tx.first(membershipOfUser, { organization: organizationId, user });
    const entry = { type: 'organization-memberships', id, organizationId, before: { user: user_id } };
    if (own !== undefined && own.id !== id) {
      if ((await deleteMembership(tx, id)) > 0) audit.push({ ...entry, action: 'membership.delete' });
    } else if ((await updateAwaiting(tx, { id, address }, { user_id: user, awaited_address })) > 0) {
      audit.push({ ...entry, action, after: { user, email } });
    }
  }
  return audit;
}
