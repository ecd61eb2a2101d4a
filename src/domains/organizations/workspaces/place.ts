// Run context that policies see: workspace, project and tags.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { projectFor } from '../projects/access.ts';
import { projectById } from '../projects/store.ts';
import { type TagRow, tagsOf } from '../tags/store.ts';
import { workspaceFor } from './access.ts';
import { workspaceById } from './store.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * A tag that applies to a run. `source` says whether the tag is set on the workspace or on the project. It is absent if
 * only the client reported the tag.
 */
interface RunTag {
  readonly key: string;
  readonly value: string;
  readonly source?: 'workspace' | 'project';
}

/** Workspace and project of a run, if they are known, and the tags that apply to the run. */
export interface RunPlace {
  readonly workspace?: Named;
  readonly project?: Named;
  readonly tags: readonly RunTag[];
}

/**
 * Returns the run context for the identifier of a workspace or a project. For a workspace, the context also contains
 * the workspace's project. Deleted workspaces and projects are left out.
 */
export async function runPlace(
  reader: Reader,
  {
    workspace: workspaceId,
    project: projectId,
  }: { readonly workspace: string | null; readonly project: string | null },
): Promise<RunPlace> {
  const workspace = workspaceId === null ? undefined : await reader.first(workspaceById, { id: workspaceId });
  const itsProject = workspace?.project_id ?? projectId;
  const project = itsProject === null ? undefined : await reader.first(projectById, { id: itsProject });
  const inherited = project === undefined ? [] : await reader.rows(tagsOf.project_id, { id: project.id });
  const own = workspace === undefined ? [] : await reader.rows(tagsOf.workspace_id, { id: workspace.id });
  const tags = new Map([...inherited.map(tagFrom('project')), ...own.map(tagFrom('workspace'))]);
  return {
    ...(workspace && { workspace: { id: workspace.id, name: workspace.name } }),
    ...(project && { project: { id: project.id, name: project.name } }),
    tags: [...tags.values()],
  };
}

/** A registered workspace or project, with the context of its runs. */
interface RegisteredPlace {
  readonly id: string;
  /** Identifier of the organization to which the workspace or project belongs. */
  readonly organization: string;
  readonly place: RunPlace;
}

/** Finds a workspace or project whose applicable policy sets the actor may read. Throws 404 otherwise. */
export async function readablePlace(
  context: Context,
  actor: Actor,
  type: 'workspace' | 'project',
  id: string,
): Promise<RegisteredPlace> {
  const { row } = await (type === 'workspace'
    ? workspaceFor('read')(context, actor, { workspace_id: id })
    : projectFor('read-applicable-sets')(context, actor, { project_id: id }));
  const place = await runPlace(context.database, { workspace: null, project: null, [type]: id });
  return { id, organization: row.organization_id, place };
}

const tagFrom =
  (source: 'workspace' | 'project') =>
  ({ key, value }: TagRow): readonly [string, RunTag] => [key, { key, value, source }];
