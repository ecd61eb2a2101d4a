// The one place where a person becomes a member of an organization.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { requireFewer } from '../../../jsonapi/errors.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { maxRelated } from '../../../kernel/linked.ts';
import { insertTeamMembers } from '../teams/store.ts';
import { insertMembership, memberCount, membershipCount } from './store.ts';

export interface NewMember {
  readonly organizationId: string;
  readonly user: { readonly id: string; readonly email: string };
  /** The organization's teams that the member joins at once. */
  readonly teamIds: readonly string[];
  /** The folded address whose proof starts the membership; it starts immediately by default. */
  readonly awaitedAddress?: string | null;
}

/** The identifier of a new membership, and its entry in the audit record. */
export interface AddedMember {
  readonly id: string;
  readonly entry: AuditEntry;
}

/** Makes a person a member; 422 where the organization or the person has too many. The caller has locked the organization and checked the user limit of its plan. */
export async function addMember(
  tx: Transaction,
  { clock }: Context,
  { organizationId, user, teamIds, awaitedAddress: awaited_address = null }: NewMember,
): Promise<AddedMember> {
  const members = await tx.first(memberCount, { organization: organizationId });
  requireFewer(members, maxRelated, `An organization can have ${maxRelated} members`);
  const memberships = await tx.first(membershipCount, { user: user.id });
  requireFewer(memberships, maxRelated, `An account can be a member of ${maxRelated} organizations`);
  const id = newId('ou');
  const teams = [...new Set(teamIds)];
  const created_at = timestamp(clock.now());
  await insertMembership(tx, { id, organization_id: organizationId, user_id: user.id, created_at, awaited_address });
  await insertTeamMembers(tx, teams, [id]);
  const entry = { action: 'membership.create', type: 'organization-memberships', id, organizationId };
  return { id, entry: { ...entry, after: { user: user.id, email: user.email, teams } } };
}
