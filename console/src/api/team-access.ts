// Access of teams to single workspaces, and to projects with all their workspaces.
import { queryOptions } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import { relatedIn } from './included.ts';
import type { ListSearch } from './list.ts';
import { creatingRelated, deleting, list, reference, updating } from './query.ts';
import { keyOf } from './query-key.ts';
import type { Named } from './workspaces.ts';

const toWorkspaces = '/api/v2/team-workspaces';
const toProjects = '/api/v2/team-projects';
const toWorkspace = `${toWorkspaces}/{team_workspace_id}` as const;
const toProject = `${toProjects}/{team_project_id}` as const;

type WorkspaceAccess = Resource<'team-workspaces'>;
type ProjectAccess = Resource<'team-projects'>;

export type AccessLevel = (WorkspaceAccess | ProjectAccess)['attributes']['access'];

export type PlaceKind = 'workspace' | 'project';

/** Levels of access to a workspace and to a project. */
export const accessLevels = {
  workspace: ['read', 'plan', 'write', 'admin', 'custom'],
  project: ['read', 'write', 'maintain', 'admin', 'custom'],
} as const satisfies Record<PlaceKind, readonly AccessLevel[]>;

/** Level of access, with the choices of the level `custom`. */
export interface ChosenLevel {
  readonly level: AccessLevel;
  readonly runs: 'read' | 'plan';
  /** Whether the team can register workspaces in the project. */
  readonly createsWorkspaces: boolean;
  /** Whether the team can override results of policies. In requests, undefined keeps it unchanged. */
  readonly overrides: boolean | undefined;
}

/** Access of a team to a workspace or a project. */
export interface TeamAccess extends ChosenLevel {
  readonly id: string;
  readonly kind: PlaceKind;
  readonly team: Named;
  readonly place: Named;
  /** What the team lacks for overriding results of policies, if its level includes overriding them. */
  readonly missing: WorkspaceAccess['attributes']['missing-for-overrides'];
  readonly isChangeable: boolean;
}

interface Related {
  readonly data: { readonly id: string } | null;
}

const namedIn = (found: { readonly attributes: { readonly name: string } } | undefined, { data }: Related): Named => ({
  id: data?.id ?? '',
  name: found?.attributes.name ?? data?.id ?? '',
});

const runsOf = (runs: string): ChosenLevel['runs'] => (runs === 'read' ? 'read' : 'plan');

const sharedIn = ({ attributes }: WorkspaceAccess | ProjectAccess) => ({
  level: attributes.access,
  missing: attributes['missing-for-overrides'],
  isChangeable: attributes.permissions['can-update'],
});

const workspaceRow = (
  access: WorkspaceAccess,
  included: readonly Resource<'teams' | 'workspaces'>[] | undefined,
): TeamAccess => {
  const {
    id,
    attributes,
    relationships: { team, workspace },
  } = access;
  return {
    id,
    kind: 'workspace',
    runs: runsOf(attributes.runs),
    createsWorkspaces: false,
    overrides: attributes['policy-overrides'],
    place: namedIn(relatedIn(included, workspace), workspace),
    team: namedIn(relatedIn(included, team), team),
    ...sharedIn(access),
  };
};

const projectRow = (
  access: ProjectAccess,
  included: readonly Resource<'teams' | 'projects'>[] | undefined,
): TeamAccess => {
  const {
    id,
    attributes,
    relationships: { team, project },
  } = access;
  return {
    id,
    kind: 'project',
    runs: runsOf(attributes['workspace-access'].runs),
    createsWorkspaces: attributes['workspace-access'].create,
    overrides: attributes['workspace-access']['policy-overrides'],
    place: namedIn(relatedIn(included, project), project),
    team: namedIn(relatedIn(included, team), team),
    ...sharedIn(access),
  };
};

const listed = {
  workspace: list('team-access', toWorkspaces, {
    part: 'workspace',
    query: { include: ['team', 'workspace'] },
    row: workspaceRow,
  }),
  project: list('team-access', toProjects, {
    part: 'project',
    query: { include: ['team', 'project'] },
    row: projectRow,
  }),
};

/** The access to workspaces or projects, either of one team or to one workspace or project. */
export interface AccessScope {
  readonly kind: PlaceKind;
  readonly by: 'team' | PlaceKind;
  readonly id: string;
}

/** A page of the access in a scope. */
export const teamAccessQuery = ({ kind, by, id }: AccessScope, search: ListSearch) =>
  listed[kind]({ ...search, filter: { [`${by}][id`]: id } });

/**
 * The access of all teams to a workspace or a project. The teams and the place have their identifiers as names.
 */
export const everyAccessQuery = (kind: PlaceKind, id: string) =>
  queryOptions({
    queryKey: keyOf('team-access', kind, 'all', id),
    queryFn: async ({ signal }): Promise<readonly TeamAccess[]> => {
      const page = { 'page[size]': 100 };
      if (kind === 'workspace') {
        const query = { ...page, 'filter[workspace][id]': id };
        return (await client.all(toWorkspaces, { query, signal })).map((each) => workspaceRow(each, undefined));
      }
      const query = { ...page, 'filter[project][id]': id };
      return (await client.all(toProjects, { query, signal })).map((each) => projectRow(each, undefined));
    },
  });

const createForWorkspace = creatingRelated(toWorkspaces, 'team-workspaces');
const createForProject = creatingRelated(toProjects, 'team-projects');
const updateForWorkspace = updating(toWorkspace, 'team-workspaces');
const updateForProject = updating(toProject, 'team-projects');
const deleteForWorkspace = deleting(toWorkspace);
const deleteForProject = deleting(toProject);

/** The level `admin` includes overriding. For the level `custom`, it is chosen; undefined keeps it unchanged. */
const overridesOf = ({ level, overrides }: ChosenLevel) => {
  const wanted = level === 'admin' ? true : level === 'custom' ? overrides : undefined;
  return wanted === undefined ? {} : { 'policy-overrides': wanted };
};

/** Returns the chosen level as one of `levels`. Throws if `levels` does not contain it. */
function levelIn<Level extends AccessLevel>(levels: readonly Level[], { level }: ChosenLevel): Level {
  const found = levels.find((each) => each === level);
  if (found === undefined) throw new RangeError(`There is no level ${level} here.`);
  return found;
}

const workspaceAttributes = (chosen: ChosenLevel) => ({
  access: levelIn(accessLevels.workspace, chosen),
  ...(chosen.level === 'custom' && { runs: chosen.runs }),
  ...overridesOf(chosen),
});

const projectAttributes = (chosen: ChosenLevel) => ({
  access: levelIn(accessLevels.project, chosen),
  'workspace-access': {
    ...(chosen.level === 'custom' && { runs: chosen.runs, create: chosen.createsWorkspaces }),
    ...overridesOf(chosen),
  },
});

/** Gives a team access to a workspace or a project. `team` and `place` are identifiers. */
export const giveAccess = (kind: PlaceKind, team: string, place: string, chosen: ChosenLevel) =>
  kind === 'workspace'
    ? createForWorkspace({
        attributes: workspaceAttributes(chosen),
        relationships: { team: reference('teams', team), workspace: reference('workspaces', place) },
      })
    : createForProject({
        attributes: projectAttributes(chosen),
        relationships: { team: reference('teams', team), project: reference('projects', place) },
      });

export const changeAccess = ({ kind, id }: TeamAccess, chosen: ChosenLevel) =>
  kind === 'workspace'
    ? updateForWorkspace(id, workspaceAttributes(chosen))
    : updateForProject(id, projectAttributes(chosen));

export const removeAccess = ({ kind, id }: TeamAccess) =>
  kind === 'workspace' ? deleteForWorkspace(id) : deleteForProject(id);
