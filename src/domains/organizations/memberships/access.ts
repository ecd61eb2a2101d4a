import type { Context } from '../../../context.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { organizationRights } from '../access.ts';
import { guard } from '../organizations/guard.ts';
import { type Found, requireRight } from '../organizations/rights.ts';
import { findOwners } from '../teams/members.ts';
import { findMembershipsByIds, type MembershipRow } from './memberships.ts';
import { organizationsOfMemberships } from './store.ts';

export const membershipFor = guard(organizationRights['organization-memberships'], findMembership, {
  'own-membership': (_context, { identity }, { row }) => identity.kind === 'user' && identity.id === row.user_id,
  'no-owner-or-by-owner': async ({ database }, _actor, { row, rights }) =>
    rights.isOwner || !(await findOwners(database, row.organization_id)).includes(row.id),
});

/** Finds a membership with the teams that the caller sees; 404 for strangers, 401 for a member whom the organization refuses. */
async function findMembership(
  context: Context,
  actor: Actor,
  { membership_id: id }: { readonly membership_id: string },
): Promise<Found<MembershipRow>> {
  const [membership] = await findMembershipsByIds(context, [id], actor);
  if (membership !== undefined) return { row: membership, admission: membership.rights };
  const { database } = context;
  const stored = existing(await database.first(organizationsOfMemberships, { ids: JSON.stringify([id]) }));
  await requireRight(organizationRights['organization-memberships'].read, database, actor, stored.organization_id);
  throw notFound();
}
