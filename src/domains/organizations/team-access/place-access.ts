// Access of callers to workspaces and projects that they have through the access of their teams, in addition to the
// permissions in the whole organization.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Standing } from '../../../kernel/rights.ts';
import type { GuardCondition } from '../organizations/guard.ts';
import { may, type OrganizationAccess, teamsOf } from '../organizations/rights.ts';
import { abilitiesOf, type PlaceAbility } from './levels.ts';
import { levelsIn, someAccess } from './store.ts';

/** A workspace or a project. For a workspace, its project is found without being named. */
export interface AccessPlace {
  readonly organization_id: string;
  readonly workspace_id?: string | null;
  readonly project_id?: string | null;
}

/** Returns what the teams of the actor permit in a workspace or project. */
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
  access: OrganizationAccess,
  right: readonly Standing[],
): Promise<string | undefined> {
  return may(right)(access) ? undefined : JSON.stringify(await teamsOf(database, actor, access.organization.id));
}

/** Whether a team of the actor has access to some workspace or project of the organization. */
export async function hasSomeAccess(reader: Reader, actor: Actor, organization: string): Promise<boolean> {
  const teams = await teamsOf(reader, actor, organization);
  return teams.length > 0 && (await reader.first(someAccess, { teams: JSON.stringify(teams) })) !== undefined;
}
