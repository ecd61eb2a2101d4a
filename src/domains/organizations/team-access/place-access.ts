// Access of callers to workspaces and projects through their teams, in addition to the permissions in the whole
// organization.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Query } from '../../../db/query.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Standing } from '../../../kernel/rights.ts';
import { type Find, type GuardCondition, inOrganization } from '../organizations/guard.ts';
import {
  may,
  type OrganizationAccess,
  type Rights,
  readAcrossOrganizations,
  teamsOf,
} from '../organizations/rights.ts';
import { organizationsWithAccess } from '../organizations/store.ts';
import { abilitiesOf, type PlaceAbility } from './levels.ts';
import { levelsIn } from './store.ts';

/** A workspace or a project. If `workspace_id` is set, access to the workspace's project counts too. */
export interface AccessPlace {
  readonly organization_id: string;
  readonly workspace_id?: string | null;
  readonly project_id?: string | null;
}

/** Returns what the actor can do in a workspace or project through the access of the actor's teams. */
export async function abilitiesIn(
  reader: Reader,
  actor: Actor,
  { organization_id, workspace_id, project_id }: AccessPlace,
): Promise<ReadonlySet<PlaceAbility>> {
  const teams = await teamsOf(reader, actor, organization_id);
  if (teams.length === 0) return new Set();
  const place = { workspace: workspace_id ?? '', project: workspace_id ? '' : (project_id ?? '') };
  const levels = await reader.rows(levelsIn, { teams: JSON.stringify(teams), ...place });
  return new Set(levels.flatMap(abilitiesOf));
}

/** Condition of a right: a team of the caller has the ability in the workspace or project of the record. */
export const withAbility =
  <Row>(ability: PlaceAbility, placeOf: (row: Row) => AccessPlace): GuardCondition<Row> =>
  async ({ database }, actor, { row }) =>
    (await abilitiesIn(database, actor, placeOf(row))).has(ability);

/**
 * Returns the teams through which the actor reads a list of records in workspaces, as a JSON array for `isAccessibleTo`.
 * Undefined if the actor may read the records of all workspaces, because of `right`. An empty array if the actor may
 * read none.
 */
export async function readingTeams(
  { database }: Context,
  actor: Actor,
  { organization, rights }: { readonly organization: { readonly id: string }; readonly rights: Rights },
  right: readonly Standing[],
): Promise<string | undefined> {
  return may(right)({ rights }) ? undefined : JSON.stringify(await teamsOf(database, actor, organization.id));
}

/**
 * Returns the organization and the teams through which the actor reads a list; see `readingTeams`. Undefined if the actor
 * may read no record, because none of the teams has access to any workspace or project.
 */
export async function readableScope(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  right: readonly Standing[],
): Promise<{ readonly organization: string; readonly teams: string | undefined } | undefined> {
  const teams = await readingTeams(context, actor, access, right);
  const isEmpty = teams !== undefined && !(await context.database.first(organizationsWithAccess, { teams }));
  return isEmpty ? undefined : { organization: access.organization.id, teams };
}

/** Access to an organization, and the teams through which the caller reads a list; see `readingTeams`. */
export interface ReadingAccess extends OrganizationAccess {
  readonly teams: string | undefined;
}

/**
 * Finds the organization that the path names, for callers who can read some records of a list: all records, because of
 * `right`, or those to which a team of the caller has access.
 */
export const inReadableOrganization =
  (right: readonly Standing[]): Find<{ readonly organization_name: string }, ReadingAccess> =>
  async (context, actor, params) => {
    const access = await inOrganization(['member'])(context, actor, params);
    const { teams } = existing(await readableScope(context, actor, access, right));
    return { ...access, teams };
  };

/**
 * Creates a function that returns only the rows that an actor may read, each with the actor's rights in its
 * organization. An actor with `right` may read all rows of an organization, other actors only those that `accessible`
 * selects. This query gets the identifiers of the rows and of the actor's teams as JSON arrays.
 */
export const readableRows =
  (right: readonly Standing[], accessible: Query<{ ids: string; teams: string }, { id: string }>) =>
  <Row extends { readonly id: string; readonly organization_id: string }>(
    context: Context,
    actor: Actor,
    rows: readonly Row[],
  ): Promise<readonly (Row & { readonly rights: Rights })[]> =>
    readAcrossOrganizations(context, actor, rows, async (id, rights) => {
      const own = rows.filter(({ organization_id }) => organization_id === id);
      const teams = await readingTeams(context, actor, { organization: { id }, rights }, right);
      if (teams === undefined) return own;
      const ids = JSON.stringify(own.map((row) => row.id));
      const readable = new Set((await context.database.rows(accessible, { ids, teams })).map((row) => row.id));
      return own.filter((row) => readable.has(row.id));
    });
