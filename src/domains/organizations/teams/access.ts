import type { Context } from '../../../context.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { requireAccessTo, requirePermission } from '../organizations/access.ts';
import { canGrant } from './granting.ts';
import { memberOfTeam, type TeamRow, teamById } from './store.ts';
import { findTeamsByIds, type ShownTeam } from './teams.ts';

/** Owners create teams, and so do members with the permission. */
export const requireTeamManager = requirePermission('manage-teams');

const requireMemberOf = requireAccessTo(() => true, teamById);

/** Finds a team for actors that see it; 404 for everybody else. */
export async function visibleTeam(context: Context, actor: Actor, id: string): Promise<ShownTeam> {
  const [team] = await findTeamsByIds(context, [id], actor);
  // A member whom the organization refuses gets the reason.
  if (team === undefined) await requireMemberOf(context, actor, id);
  return existing(team);
}

/** Finds a team for actors that may manage the teams of its organization; 404 for everybody else. */
export const managedTeam = requireAccessTo(['manage-teams'], teamById);

/** Finds a team for actors that may choose its members and create its token; 404 for everybody else. */
export async function grantableTeam(context: Context, actor: Actor, id: string): Promise<TeamRow> {
  const { row: team, rights } = await managedTeam(context, actor, id);
  if (!canGrant(rights, team)) throw notFound();
  return team;
}

/** Finds a team for actors that may create and end its token; 404 for everybody else. */
export async function tokenTeam(context: Context, actor: Actor, id: string): Promise<TeamRow> {
  const { identity } = actor;
  const [team] = identity.kind === 'user' ? await findTeamsByIds(context, [id], actor) : [];
  if (identity.kind === 'user' && team?.allows_member_tokens === 1) {
    const member = await context.database.first(memberOfTeam, { team: id, user: identity.id });
    if (member !== undefined) return team;
  }
  return grantableTeam(context, actor, id);
}
