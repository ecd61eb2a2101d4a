// Starts memberships of people who were invited by an address that was not confirmed yet.
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { folded } from '../../../lib/text/text.ts';
import type { Member } from '../../../ports.ts';
import { awaitingMemberships, deleteMembership, membershipOfUser, startMembership } from './store.ts';

/** Implements `startMemberships` of the ports. An invitation of somebody who is a member by now is void. */
export async function startMemberships(tx: Transaction, { id: user, email }: Member): Promise<readonly AuditEntry[]> {
  const address = folded(email);
  const audit: AuditEntry[] = [];
  for (const { id, organization_id: organizationId, user_id } of await tx.rows(awaitingMemberships, { address })) {
    const own = await tx.first(membershipOfUser, { organization: organizationId, user });
    const entry = { type: 'organization-memberships', id, organizationId, before: { user: user_id } };
    if (own !== undefined && own.id !== id) {
      if ((await deleteMembership(tx, id)) > 0) audit.push({ ...entry, action: 'membership.delete' });
    } else if ((await startMembership(tx, { id, address, user })) > 0) {
      audit.push({ ...entry, action: 'membership.start', after: { user, email } });
    }
  }
  return audit;
}
