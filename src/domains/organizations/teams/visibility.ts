// Visibility of an organization's teams. Some actors see all teams. Other actors see their own teams and the teams that
// are not secret.
import { type SqlBool, sql } from 'kysely';
import type { Actor, Person } from '../../../kernel/actor.ts';
import { organizationRights } from '../access.ts';
import { may, type Rights } from '../organizations/rights.ts';

/** The viewer of a list of teams, as query parameters. */
export interface TeamView {
  readonly seesAll: number;
  readonly viewer: string;
  readonly viewingTeam: string;
}

/**
 * Returns which teams an actor sees. Owners and actors that manage teams see all teams. A person sees the teams that
 * are not secret and the teams of which the person is a member. A team token sees the teams that are not secret and its
 * own team.
 */
export function teamViewOf(rights: Rights, { identity }: Actor): TeamView {
  return {
    seesAll: may(organizationRights.teams['access-secret'])({ rights }) ? 1 : 0,
    viewer: identity.kind === 'user' ? identity.id : '',
    viewingTeam: identity.kind === 'team' ? identity.id : '',
  };
}

/**
 * Returns the query parameters for a member without further rights. The member sees the teams that are not secret and
 * the member's own teams.
 */
export const memberView = ({ id }: Pick<Person, 'id'>): TeamView => ({ seesAll: 0, viewer: id, viewingTeam: '' });

/** SQL condition that the team in the current row is visible to the viewer. */
export const isVisible = ({ seesAll, viewer, viewingTeam }: TeamView) =>
  sql<SqlBool>`(${seesAll} = 1 or teams.visibility = 'organization' or teams.id = ${viewingTeam} or exists (
    select 1 from team_members as own inner join memberships as viewing on viewing.id = own.membership_id
    where own.team_id = teams.id and viewing.user_id = ${viewer}))`;
