import type { Context } from '../../../context.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { organizationRights } from '../access.ts';
import { byId, guard } from '../organizations/guard.ts';
import { canGrant } from './granting.ts';
import { memberOfTeam, teamById } from './store.ts';
import { findTeamsByIds, type ShownTeam } from './teams.ts';

export const teamFor = guard(organizationRights.teams, byId(teamById, 'team_id'), {
  'grantable-team': (_context, _actor, { row, rights }) => canGrant(rights, row),
  'own-team': async ({ database }, { identity }, { row }) =>
    identity.kind === 'user' &&
    row.allows_member_tokens === 1 &&
    (await database.first(memberOfTeam, { team: row.id, user: identity.id })) !== undefined,
});

/** Finds a team for callers to whom it is visible. Throws 404 for all others. */
export async function visibleTeam(
  context: Context,
  actor: Actor,
  params: { readonly team_id: string },
): Promise<ShownTeam> {
  const [team] = await findTeamsByIds(context, [params.team_id], actor);
  // Throws 401 with the reason if the organization refuses the member.
  if (team === undefined) await teamFor('read')(context, actor, params);
  return existing(team);
}
