import type { Context } from '../../../context.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { findRights, hasOrganizationPermission, requirePermission, requireRights } from '../organizations/access.ts';
import { findOwners } from '../teams/members.ts';
import { findMembershipsByIds, type MembershipRow } from './memberships.ts';
import { organizationsOfMemberships } from './store.ts';

/** Owners invite people, and so do members with the permission. */
export const requireMembershipManager = requirePermission('manage-membership');

/** Finds a membership for every member of its organization; 404 for everybody else. */
export async function visibleMembership(context: Context, actor: Actor, id: string): Promise<MembershipRow> {
  const [membership] = await findMembershipsByIds(context, [id], actor);
  return membership ?? refuseMembership(context, actor, id);
}

/** 404; 401 with the reason for a member whom the organization refuses. */
async function refuseMembership({ database }: Context, actor: Actor, id: string): Promise<never> {
  const stored = existing(await database.first(organizationsOfMemberships, { ids: JSON.stringify([id]) }));
  await requireRights(database, actor, stored.organization_id);
  throw notFound();
}

/** Finds a membership for its user and for actors that may remove the member; 404 for everybody else. */
export async function deletableMembership(context: Context, actor: Actor, id: string): Promise<MembershipRow> {
  const membership = await visibleMembership(context, actor, id);
  const { identity } = actor;
  const isOwn = identity.kind === 'user' && identity.id === membership.user_id;
  if (!isOwn && !(await canRemove(context, actor, membership))) throw notFound();
  return membership;
}

/** An actor that manages memberships can remove every member, but only an owner can remove an owner. */
async function canRemove({ database }: Context, actor: Actor, membership: MembershipRow): Promise<boolean> {
  const { organization_id, id } = membership;
  const rights = await findRights(database, actor, organization_id);
  if (rights === undefined || !hasOrganizationPermission(rights, 'manage-membership')) return false;
  return rights.isOwner || !(await findOwners(database, organization_id)).includes(id);
}
