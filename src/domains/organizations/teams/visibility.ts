// Visibility of teams: an actor sees all teams of an organization, or only the visible ones and its own.
import { type SqlBool, sql } from 'kysely';
import type { Actor, Person } from '../../../kernel/actor.ts';
import { organizationRights } from '../access.ts';
import { may, type Rights } from '../organizations/rights.ts';

/** Viewer of teams, as query parameters. */
export interface TeamView {
  readonly seesAll: number;
  readonly viewer: string;
  readonly viewingTeam: string;
}

/**
 * Owners and actors that manage teams see all teams. Others see visible teams and their own. A team token sees visible
 * teams and its team.
 */
export function teamViewOf(rights: Rights, { identity }: Actor): TeamView {
  return {
    seesAll: may(organizationRights.teams['access-secret'])({ rights }) ? 1 : 0,
    viewer: identity.kind === 'user' ? identity.id : '',
    viewingTeam: identity.kind === 'team' ? identity.id : '',
  };
}

/** Parameters for a member without further rights: visible teams and the member's own. */
export const memberView = ({ id }: Pick<Person, 'id'>): TeamView => ({ seesAll: 0, viewer: id, viewingTeam: '' });

/** SQL condition that the team of the current row is visible to the viewer. */
export const isVisible = ({ seesAll, viewer, viewingTeam }: TeamView) =>
  sql<SqlBool>`(${seesAll} = 1 or teams.visibility = 'organization' or teams.id = ${viewingTeam} or exists (
    select 1 from team_members as own inner join memberships as viewing on viewing.id = own.membership_id
    where own.team_id = teams.id and viewing.user_id = ${viewer}))`;
