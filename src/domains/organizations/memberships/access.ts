import { existing, notFound } from '../../../jsonapi/errors.ts';
import { organizationRights } from '../access.ts';
import { guard } from '../organizations/guard.ts';
import { requireRight } from '../organizations/rights.ts';
import { findOwners } from '../teams/members.ts';
import { findMembershipsByIds } from './memberships.ts';
import { organizationsOfMemberships } from './store.ts';

const { 'organization-memberships': rights } = organizationRights;

/**
 * Returns an access check that finds a membership. The membership includes the teams that are visible to the caller.
 */
export const membershipFor = guard(
  rights,
  async (context, actor, { membership_id: id }: { readonly membership_id: string }) => {
    const [row] = await findMembershipsByIds(context, [id], actor);
    if (row !== undefined) return { row, admission: row.rights };
    const { database } = context;
    const stored = existing(await database.first(organizationsOfMemberships, { ids: JSON.stringify([id]) }));
    await requireRight(rights.read, database, actor, stored.organization_id);
    throw notFound();
  },
  {
    'own-membership': (_context, { identity }, { row }) => identity.kind === 'user' && identity.id === row.user_id,
    'no-owner-or-by-owner': async ({ database }, _actor, { row, rights: { isOwner } }) =>
      isOwner || !(await findOwners(database, row.organization_id)).includes(row.id),
  },
);
