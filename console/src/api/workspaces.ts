// Workspaces and projects: the registered names that policy sets apply to, and what applies there.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read } from './client.ts';
import { includedOf } from './included.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { appliedSetList, projectList, workspaceList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

export type Workspace = Resource<'workspaces'>;
export type Project = Resource<'projects'>;
export type AppliedSet = Resource<'applicable-policy-sets'>;

/** A record by its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export type ListedWorkspace = Workspace & { readonly project: Named | null };

type Included = Resource<'organizations' | 'projects' | 'tag-bindings' | 'effective-tag-bindings'>;

/** The project of a workspace; null where it does not come along. */
function projectOf({ relationships }: Workspace, included: readonly Included[] | undefined): Named | null {
  const id = relationships.project.data?.id;
  const project = id === undefined ? undefined : includedOf(included, 'projects').get(id);
  return project === undefined ? null : { id: project.id, name: project.attributes.name };
}

/** The filter of the page, by the name of the API's parameter. */
function ofProject({ filter = {}, ...search }: ListSearch): ListSearch {
  const { project, ...others } = filter;
  return { ...search, filter: { ...others, ...(project !== undefined && { 'project][id': project }) } };
}

/** The workspaces of an organization, by name; the filter `project` is an identifier. */
export const workspacesQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('workspaces', organization, search),
    queryFn: async ({ signal }): Promise<Listed<ListedWorkspace>> => {
      const { data, included, meta } = await read(
        api.GET('/api/v2/organizations/{organization_name}/workspaces', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { ...listQuery(workspaceList, ofProject(search)), include: ['project'] },
          },
        }),
      );
      return { data: data.map((each) => ({ ...each, project: projectOf(each, included) })), meta };
    },
    placeholderData: keepPreviousData,
  });

export interface WorkspaceInput {
  readonly name: string;
  /** Null for the default project. */
  readonly project: string | null;
  readonly tags: readonly { readonly key: string; readonly value: string }[];
}

export const createWorkspace = (organization: string, { name, project, tags }: WorkspaceInput) =>
  read(
    api.POST('/api/v2/organizations/{organization_name}/workspaces', {
      params: { path: { organization_name: organization } },
      body: {
        data: {
          type: 'workspaces',
          attributes: { name },
          relationships: {
            ...(project !== null && { project: { data: { id: project, type: 'projects' as const } } }),
            'tag-bindings': { data: tags.map((attributes) => ({ type: 'tag-bindings' as const, attributes })) },
          },
        },
      },
    }),
  );

export const refreshWorkspaces = (queryClient: QueryClient) => refresh(queryClient, keyOf('workspaces'));

/** A tag in effect, and whether a workspace has it from its project. */
export interface ShownTag {
  readonly key: string;
  readonly value: string;
  readonly isInherited: boolean;
}

/** The tags in effect; those known by name only are not among the bindings. */
function tagsOf({ attributes }: Workspace, included: readonly Included[] | undefined): readonly ShownTag[] {
  const bindings = [...includedOf(included, 'effective-tag-bindings').values()].map((each) => ({
    ...each.attributes,
    isInherited: each.relationships['inherited-from'].data !== null,
  }));
  const flat = attributes['tag-names'].filter((name) => !bindings.some(({ key }) => key === name));
  return [...bindings, ...flat.map((key) => ({ key, value: '', isInherited: false }))];
}

/** A workspace with its project and its tags in effect. */
export interface WorkspaceFacts {
  readonly workspace: Workspace;
  readonly project: Named | null;
  readonly tags: readonly ShownTag[];
}

/** A workspace with its project and its tags. */
export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('workspace', id),
    queryFn: async ({ signal }): Promise<WorkspaceFacts> => {
      const { data, included } = await read(
        api.GET('/api/v2/workspaces/{workspace_id}', {
          signal,
          params: { path: { workspace_id: id }, query: { include: ['project', 'effective-tag-bindings'] } },
        }),
      );
      return { workspace: data, project: projectOf(data, included), tags: tagsOf(data, included) };
    },
  });

/** The projects of an organization, by name. */
export const projectsQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('projects', organization, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/projects', {
          signal,
          params: { path: { organization_name: organization }, query: listQuery(projectList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** A project with its tags. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('project', id),
    queryFn: async ({ signal }) => {
      const { data, included } = await read(
        api.GET('/api/v2/projects/{project_id}', {
          signal,
          params: { path: { project_id: id }, query: { include: ['tag-bindings'] } },
        }),
      );
      const tags = [...includedOf(included, 'tag-bindings').values()];
      return { project: data, tags: tags.map(({ attributes }) => ({ ...attributes, isInherited: false })) };
    },
  });

const readers = {
  workspace: (id: string, search: ListSearch, signal: AbortSignal) =>
    read(
      api.GET('/api/v2/workspaces/{workspace_id}/applicable-policy-sets', {
        signal,
        params: { path: { workspace_id: id }, query: listQuery(appliedSetList, search) },
      }),
    ),
  project: (id: string, search: ListSearch, signal: AbortSignal) =>
    read(
      api.GET('/api/v2/projects/{project_id}/applicable-policy-sets', {
        signal,
        params: { path: { project_id: id }, query: listQuery(appliedSetList, search) },
      }),
    ),
} as const;

/** The policy sets that apply to a workspace, or through a project, with the reasons. */
export const appliedSetsQuery = (place: keyof typeof readers, id: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf(place, id, 'applied-sets', search),
    queryFn: ({ signal }) => readers[place](id, search, signal),
    placeholderData: keepPreviousData,
  });
