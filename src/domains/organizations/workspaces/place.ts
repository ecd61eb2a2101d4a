// Place of a run, as policies see it.
import type { Reader } from '../../../db/database.ts';
import { projectById } from '../projects/store.ts';
import { tagsOf } from '../tags/store.ts';
import { workspaceById } from './store.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The workspace and the project of a run, as far as they are known, and the tags in effect there. */
export interface RunPlace {
  readonly workspace?: Named;
  readonly project?: Named;
  readonly tags: readonly { readonly key: string; readonly value: string }[];
}

/** The place behind identifiers; a workspace brings its project with it. What is deleted is left out. */
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
  const tags = new Map([...inherited, ...own].map(({ key, value }) => [key, value]));
  return {
    ...(workspace && { workspace: { id: workspace.id, name: workspace.name } }),
    ...(project && { project: { id: project.id, name: project.name } }),
    tags: [...tags].map(([key, value]) => ({ key, value })),
  };
}
