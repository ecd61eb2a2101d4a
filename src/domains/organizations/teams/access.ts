import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { findRights, hasOrganizationPermission, type Rights, requirePermission } from '../organizations/access.ts';
import { type TeamRow, teamById } from './store.ts';
import { findTeamsByIds } from './teams.ts';

/** Teams are made by owners and by who may manage teams. */
export const requireTeamManager = requirePermission('manage-teams');

/** Finds a team for who sees it; 404 for everybody else. */
export const visibleTeam = async (context: Context, actor: Actor, id: string): Promise<TeamRow> => {
  const [team] = await findTeamsByIds(context, [id], actor);
  if (team === undefined) throw notFound();
  return team;
};

/** A team, and the rights of who manages it. */
export interface ManagedTeam {
  readonly team: TeamRow;
  readonly rights: Rights;
}

/** Finds a team for who may manage the organization's teams; 404 for everybody else. */
export const managedTeam = async ({ database }: Context, actor: Actor, id: string): Promise<ManagedTeam> => {
  const team = await database.first(teamById, { id });
  const rights = team && (await findRights(database, actor, team.organization_id));
  if (team === undefined || rights === undefined || !hasOrganizationPermission(rights, 'manage-teams'))
    throw notFound();
  return { team, rights };
};

/** What a team lets its members do. */
export interface Privileges {
  readonly is_owners: number;
  readonly permissions: number;
}

/** To be in a team, or to hold its token, is to hold its permissions: only who holds them all can hand them on. */
export const canGrant = (rights: Rights, { is_owners, permissions }: Privileges): boolean =>
  rights.isOwner || (is_owners === 0 && (permissions & ~rights.permissions) === 0);

/** Finds a team for who may choose its members and make its token; 404 for everybody else. */
export const grantableTeam = async (context: Context, actor: Actor, id: string): Promise<TeamRow> => {
  const { team, rights } = await managedTeam(context, actor, id);
  if (!canGrant(rights, team)) throw notFound();
  return team;
};
