// Rights to see, give, change and remove the access of teams.
import type { Context } from '../../../context.ts';
import { existing, invalidParameter, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { workspaceReaders } from '../../../kernel/permissions.ts';
import type { Standing } from '../../../kernel/rights.ts';
import { isStorable } from '../../../lib/text/text.ts';
import { organizationRights } from '../access.ts';
import { byId, guard, inOrganization, type RecordAccess } from '../organizations/guard.ts';
import { may, type Rights } from '../organizations/rights.ts';
import { projectById } from '../projects/store.ts';
import { type PlaceAbility, placeAbilities } from '../team-access/levels.ts';
import { abilitiesIn, readingTeams, withAbility } from '../team-access/place-access.ts';
import { visibleTeam } from '../teams/access.ts';
import { teamViewOf } from '../teams/visibility.ts';
import { workspaceById } from '../workspaces/store.ts';
import type { AccessKind } from './kinds.ts';
import { type AccessRow, accessById, grantee } from './store.ts';

const { 'team-workspaces': ofWorkspaces, 'team-projects': ofProjects } = organizationRights;

const ofAccess = {
  'place-reader': withAbility<AccessRow>('read', (row) => row),
  'place-administrator': withAbility<AccessRow>('grant-access', (row) => row),
};

const accessGuards = {
  workspace: guard(ofWorkspaces, byId(accessById.workspace, 'id'), ofAccess),
  project: guard(ofProjects, byId(accessById.project, 'id'), ofAccess),
};

/** A workspace or project to which teams have access. */
export interface PlaceRow {
  readonly id: string;
  readonly organization_id: string;
}

const inWorkspace = ({ id, organization_id }: PlaceRow) => ({ organization_id, workspace_id: id });
const inProject = ({ id, organization_id }: PlaceRow) => ({ organization_id, project_id: id });

/** Finds a workspace or project for callers who may see, or give, access to it. */
export const placeGuards = {
  workspace: guard(ofWorkspaces, byId(workspaceById, 'id'), {
    'place-reader': withAbility('read', inWorkspace),
    'place-administrator': withAbility('grant-access', inWorkspace),
  }),
  project: guard(ofProjects, byId(projectById, 'id'), {
    'place-reader': withAbility('read', inProject),
    'place-administrator': withAbility('grant-access', inProject),
  }),
};

/**
 * Finds the access of a team for callers who have the right and to whom the team is visible. Throws 404 for all others.
 */
export async function findAccess(
  context: Context,
  actor: Actor,
  { place }: AccessKind,
  { action, id }: { readonly action: 'read' | 'update' | 'delete'; readonly id: string },
): Promise<RecordAccess<AccessRow>> {
  const access = await accessGuards[place](action)(context, actor, { id });
  const { row, rights } = access;
  const team = { organization: row.organization_id, id: row.team_id, ...teamViewOf(rights, actor) };
  existing(await context.database.first(grantee, team));
  return access;
}

/** Access that a list shows. */
export interface ListScope {
  readonly organization: string;
  readonly rights: Rights;
  /** JSON array of the teams through which the caller reads. Undefined if the caller reads all access in the scope. */
  readonly reading: string | undefined;
  /** What the caller may do in the workspace or project. Undefined if the list is not limited to one. */
  readonly abilities: readonly PlaceAbility[] | undefined;
}

const organizationFilter = 'filter[organization][name]';
const teamFilter = 'filter[team][id]';

/** Names of the filters of a list. */
export const filtersOf = ({ place }: AccessKind): readonly string[] => [
  `filter[${place}][id]`,
  teamFilter,
  organizationFilter,
];

/**
 * Finds the workspace, project, team or organization in the filter of a list. Throws 400 if the request has no filter, or
 * combines the organization with another filter. Throws 404 if the caller may not see the record in the filter.
 */
export async function findListScope(
  context: Context,
  actor: Actor,
  kind: AccessKind,
  parameters: ReadonlyMap<string, string>,
): Promise<ListScope> {
  const filters = filtersOf(kind);
  const [filter = '', ...others] = filters.filter((name) => parameters.has(name));
  const value = parameters.get(filter);
  if (value === undefined || others.includes(organizationFilter)) {
    const [place = '', team, organization] = filters;
    throw invalidParameter(filter || place, `Send the filter ${place}, ${team} or both, or only ${organization}`);
  }
  if (!isStorable(value)) throw notFound();
  if (filter !== teamFilter && filter !== organizationFilter) {
    const { row, rights } = await placeGuards[kind.place]('read')(context, actor, { id: value });
    const abilities = await abilitiesOfCaller(context, actor, kind, { row, rights });
    return { organization: row.organization_id, rights, reading: undefined, abilities };
  }
  const organization_name =
    filter === organizationFilter ? value : (await visibleTeam(context, actor, { team_id: value })).organization_name;
  const access = await inOrganization(['member'])(context, actor, { organization_name });
  const right = organizationRights[kind.type]['read-all'];
  const reading = await readingTeams(context, actor, access, right);
  return { organization: access.organization.id, rights: access.rights, reading, abilities: undefined };
}

type Standings = Partial<Readonly<Record<PlaceAbility, readonly Standing[]>>>;

/** Permissions in the whole organization that include an ability in each workspace or project. */
const standingsOf: Readonly<Record<AccessKind['place'], Standings>> = {
  workspace: { read: workspaceReaders, plan: workspaceReaders, 'grant-access': ['manage-workspaces'] },
  project: {
    read: workspaceReaders,
    plan: workspaceReaders,
    'create-workspaces': ['manage-workspaces'],
    'grant-access': ['manage-projects'],
  },
};

/** Returns what the caller may do in a workspace or project, because of permissions or the access of a team. */
export async function abilitiesOfCaller(
  { database }: Context,
  actor: Actor,
  { place, column }: AccessKind,
  { row: { id, organization_id }, rights }: RecordAccess<PlaceRow>,
): Promise<readonly PlaceAbility[]> {
  const standings = standingsOf[place];
  const all = placeAbilities.filter((ability) => standings[ability] !== undefined);
  const byPermission = all.filter((ability) => may(standings[ability] ?? [])({ rights }));
  if (byPermission.length === all.length) return all;
  const byTeam = await abilitiesIn(database, actor, { organization_id, [column]: id });
  return all.filter((ability) => byPermission.includes(ability) || byTeam.has(ability));
}

/** Whether the caller may change all access of this kind in the organization. */
export const mayGrantEverywhere = ({ place }: AccessKind, rights: Rights): boolean =>
  may(standingsOf[place]['grant-access'] ?? [])({ rights });
