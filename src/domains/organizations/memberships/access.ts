import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { findRights, hasOrganizationPermission, requirePermission } from '../organizations/access.ts';
import { findOwners } from '../teams/members.ts';
import { findMembershipsByIds, type MembershipRow } from './memberships.ts';

/** People are invited by who may manage membership. */
export const requireMembershipManager = requirePermission('manage-membership');

/** Finds a membership for anybody who is of its organization; 404 for everybody else. */
export const visibleMembership = async (context: Context, actor: Actor, id: string): Promise<MembershipRow> => {
  const [membership] = await findMembershipsByIds(context, [id], actor);
  if (membership === undefined) throw notFound();
  return membership;
};

/** Whoever manages membership ends anybody's, but only an owner ends an owner's. */
const mayEnd = async ({ database }: Context, actor: Actor, membership: MembershipRow): Promise<boolean> => {
  const { organization_id, id } = membership;
  const rights = await findRights(database, actor, organization_id);
  if (rights === undefined || !hasOrganizationPermission(rights, 'manage-membership')) return false;
  return rights.isOwner || !(await findOwners(database, organization_id)).includes(id);
};

/** Finds a membership for who may end it: its own user always may; 404 for everybody else. */
export const deletableMembership = async (context: Context, actor: Actor, id: string): Promise<MembershipRow> => {
  const membership = await visibleMembership(context, actor, id);
  const { identity } = actor;
  const isOwn = identity.kind === 'user' && identity.id === membership.user_id;
  if (!isOwn && !(await mayEnd(context, actor, membership))) throw notFound();
  return membership;
};
