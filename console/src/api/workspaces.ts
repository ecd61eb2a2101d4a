// Workspaces and projects, and the policy sets that apply to them.
import type { Resource } from './client.ts';
import { allRelatedIn, relatedIn } from './included.ts';
import type { ListSearch } from './list.ts';
import { appliedSetList, projectList, workspaceList } from './list-specs.ts';
import { creatingRelated, list, type RowOf, record, type ShownBy } from './query.ts';

export const workspaces = '/api/v2/organizations/{organization_name}/workspaces';
export const projects = '/api/v2/organizations/{organization_name}/projects';
const workspace = '/api/v2/workspaces/{workspace_id}';
const project = '/api/v2/projects/{project_id}';

export type Workspace = Resource<'workspaces'>;
export type Project = Resource<'projects'>;
export type AppliedSet = Resource<'applicable-policy-sets'>;

export interface Named {
  readonly id: string;
  readonly name: string;
}

type Included = Resource<'organizations' | 'workspaces' | 'projects' | 'tag-bindings' | 'effective-tag-bindings'>;

/** Returns the project of a workspace. Null if the response does not include it. */
function projectOf({ relationships }: Workspace, included: readonly Included[] | undefined): Named | null {
  const project = relatedIn(included, relationships.project);
  return project === undefined ? null : { id: project.id, name: project.attributes.name };
}

/** An organization's workspaces, sorted by name. */
export const workspacesQuery = list('workspaces', workspaces, { spec: { search: 'search[name]' } });

/** An organization's workspaces with their projects and latest evaluations. */
export const evaluatedWorkspacesQuery = list(
  'workspaces',
  '/api/v2/organizations/{organization_name}/workspace-results',
  {
    spec: workspaceList,
    query: { include: ['workspace', 'workspace.project'] },
    row: (each, included) => {
      const workspace = relatedIn(included, each.relationships.workspace);
      return {
        ...each,
        description: workspace?.attributes.description ?? null,
        project: workspace === undefined ? null : projectOf(workspace, included),
        evaluation: each.relationships['latest-evaluation'].data?.id ?? null,
      };
    },
  },
);

export type EvaluatedWorkspace = RowOf<typeof evaluatedWorkspacesQuery>;

export const createWorkspace = creatingRelated(workspaces, 'workspaces');

/** A tag of a workspace. It may be inherited from the workspace's project. */
export interface ShownTag {
  readonly key: string;
  readonly value: string;
  readonly isInherited: boolean;
}

/** Returns a workspace's own and inherited tags. Tags without a value are listed only in the attribute `tag-names`. */
function tagsOf(
  { attributes, relationships }: Workspace,
  included: readonly Included[] | undefined,
): readonly ShownTag[] {
  const bindings = allRelatedIn(included, relationships['effective-tag-bindings']).map((each) => ({
    ...each.attributes,
    isInherited: each.relationships['inherited-from'].data !== null,
  }));
  const flat = attributes['tag-names'].filter((name) => !bindings.some(({ key }) => key === name));
  return [...bindings, ...flat.map((key) => ({ key, value: '', isInherited: false }))];
}

/** A workspace with its project and with its own and inherited tags. */
export const workspaceQuery = record('workspace', workspace, {
  query: { include: ['project', 'effective-tag-bindings'] },
  shown: ({ data, included }) => ({
    workspace: data,
    project: projectOf(data, included),
    tags: tagsOf(data, included),
  }),
});

/** A workspace by its name. */
export const namedWorkspaceQuery = record(
  'workspace',
  '/api/v2/organizations/{organization_name}/workspaces/{workspace_name}',
);

export type WorkspaceFacts = ShownBy<typeof workspaceQuery>;

/** An organization's projects, by name. */
export const projectsQuery = list('projects', projects, { spec: projectList });

export const createProject = creatingRelated(projects, 'projects');

/** A project with its tags. */
export const projectQuery = record('project', project, {
  query: { include: ['tag-bindings'] },
  shown: ({ data, included }) => {
    const tags = allRelatedIn(included, data.relationships['tag-bindings']);
    return { project: data, tags: tags.map(({ attributes }) => ({ ...attributes, isInherited: false })) };
  },
});

const applied = { part: 'applied-sets', spec: appliedSetList } as const;

const appliedIn = {
  workspace: list('workspace', `${workspace}/applicable-policy-sets`, applied),
  project: list('project', `${project}/applicable-policy-sets`, applied),
} as const;

/** Policy sets that apply to a workspace or project, with the reasons why they apply. */
export const appliedSetsQuery = (place: keyof typeof appliedIn, id: string, search: ListSearch) =>
  appliedIn[place](id, search);
