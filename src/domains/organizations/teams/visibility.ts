// Which teams somebody sees: those shown to the whole organization and their own, or all.
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../lib/actor.ts';
import { hasOrganizationPermission, type Rights } from '../organizations/access.ts';

/** Who looks at an organization's teams, as arguments of a query. */
export interface TeamView {
  readonly seesAll: number;
  readonly viewer: string;
  readonly viewingTeam: string;
}

/** Owners and managers of teams see all; the others see visible teams, those that they are in, and a team's token its own. */
export const teamViewOf = (rights: Rights, { identity }: Actor): TeamView => {
  const seesAll =
    hasOrganizationPermission(rights, 'manage-teams') || hasOrganizationPermission(rights, 'access-secret-teams');
  return {
    seesAll: seesAll ? 1 : 0,
    viewer: identity.kind === 'user' ? identity.id : '',
    viewingTeam: identity.kind === 'team' ? identity.id : '',
  };
};

/** Whether the row of `teams` at hand is seen. */
export const isVisible = ({ seesAll, viewer, viewingTeam }: TeamView) =>
  sql<SqlBool>`(${seesAll} = 1 or teams.visibility = 'organization' or teams.id = ${viewingTeam} or exists (
    select 1 from team_members as own inner join memberships as viewing on viewing.id = own.membership_id
    where own.team_id = teams.id and viewing.user_id = ${viewer}))`;
