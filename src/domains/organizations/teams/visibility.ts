// Which teams of an organization an actor sees: all, or the visible ones and its own.
import { type SqlBool, sql } from 'kysely';
import type { Actor, Person } from '../../../kernel/actor.ts';
import { organizationRights } from '../access.ts';
import { may, type Rights } from '../organizations/rights.ts';

/** The viewer of teams, as parameters of a query. */
export interface TeamView {
  readonly seesAll: number;
  readonly viewer: string;
  readonly viewingTeam: string;
}

/** Owners and managers of teams see all teams. Others see visible teams and their own; the token of a team, its team. */
export function teamViewOf(rights: Rights, { identity }: Actor): TeamView {
  return {
    seesAll: may(organizationRights.teams['access-secret'])({ rights }) ? 1 : 0,
    viewer: identity.kind === 'user' ? identity.id : '',
    viewingTeam: identity.kind === 'team' ? identity.id : '',
  };
}

/** View of every member: visible teams and their own. */
export const memberView = ({ id }: Pick<Person, 'id'>): TeamView => ({ seesAll: 0, viewer: id, viewingTeam: '' });

/** SQL condition that the viewer sees the row of `teams` that the query is at. */
export const isVisible = ({ seesAll, viewer, viewingTeam }: TeamView) =>
  sql<SqlBool>`(${seesAll} = 1 or teams.visibility = 'organization' or teams.id = ${viewingTeam} or exists (
    select 1 from team_members as own inner join memberships as viewing on viewing.id = own.membership_id
    where own.team_id = teams.id and viewing.user_id = ${viewer}))`;
