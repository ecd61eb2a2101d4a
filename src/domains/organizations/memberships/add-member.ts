// Creates memberships. No other code inserts them.
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
  /** Identifiers of the teams that the member joins. */
  readonly teamIds: readonly string[];
  /**
   * Case-folded e-mail address that must be confirmed before the membership starts. If it is null or absent, the
   * membership starts immediately.
   */
  readonly awaitedAddress?: string | null;
}

/** Identifier of a new membership, and the audit entry about it. */
export interface AddedMember {
  readonly id: string;
  readonly entry: AuditEntry;
}

/**
 * Makes a person a member. The caller must have locked the organization and checked the user limit of its plan. Throws
 * 422 if the organization or the person has reached the maximum number of memberships.
 */
export async function addMember(
  tx: Transaction,
  { clock }: Context,
  { organizationId, user, teamIds, awaitedAddress: awaited_address = null }: NewMember,
): Promise<AddedMember> {
  const members = await tx.first(memberCount, { organization: organizationId });
  requireFewer(members, maxRelated, `An organization can have at most ${maxRelated} members`);
  const memberships = await tx.first(membershipCount, { user: user.id });
  requireFewer(memberships, maxRelated, `An account can be a member of at most ${maxRelated} organizations`);
  const id = newId('ou');
  const teams = [...new Set(teamIds)];
  const created_at = timestamp(clock.now());
  await insertMembership(tx, { id, organization_id: organizationId, user_id: user.id, created_at, awaited_address });
  await insertTeamMembers(tx, teams, [id]);
  const entry = { action: 'membership.create', type: 'organization-memberships', id, organizationId };
  return { id, entry: { ...entry, after: { user: user.id, email: user.email, teams } } };
}
