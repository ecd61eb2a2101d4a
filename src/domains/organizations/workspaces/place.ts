// Run context that policies see: workspace, project and tags.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { projectFor } from '../projects/access.ts';
import { projectNames } from '../projects/store.ts';
import { readTags, type TaggedColumn, type TagRow } from '../tags/store.ts';
import { workspaceFor } from './access.ts';
import { workspacePlaces } from './store.ts';

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

/** Identifiers of the workspace or the project of a run. */
interface PlaceIds {
  readonly workspace: string | null;
  readonly project: string | null;
}

/** Returns the run context for the identifier of a workspace or a project, see `runPlaces`. */
export async function runPlace(reader: Reader, ids: PlaceIds): Promise<RunPlace> {
  const [place = { tags: [] }] = await runPlaces(reader, [ids]);
  return place;
}

/**
 * Returns the run contexts for the identifiers of workspaces or projects, in the same order. For a workspace, the
 * context also contains the workspace's project. Deleted workspaces and projects are left out. The function runs four
 * queries, regardless of the number of runs.
 */
export async function runPlaces(reader: Reader, runs: readonly PlaceIds[]): Promise<readonly RunPlace[]> {
  const workspaces = byId(await reader.rows(workspacePlaces, { ids: listOf(runs.map(({ workspace }) => workspace)) }));
  const places = runs.map(({ workspace: id, project }) => {
    const workspace = workspaces.get(id ?? '');
    return { workspace, project: workspace?.project_id ?? project };
  });
  const projects = byId(await reader.rows(projectNames, { ids: listOf(places.map(({ project }) => project)) }));
  const own = await tagsBy(reader, 'workspace_id', workspaces);
  const inherited = await tagsBy(reader, 'project_id', projects);
  return places.map(({ workspace, project: projectId }) => {
    const project = projects.get(projectId ?? '');
    const tags = new Map([
      ...(inherited.get(project?.id ?? null) ?? []).map(tagFrom('project')),
      ...(own.get(workspace?.id ?? null) ?? []).map(tagFrom('workspace')),
    ]);
    return {
      ...(workspace && { workspace: { id: workspace.id, name: workspace.name } }),
      ...(project && { project }),
      tags: [...tags.values()],
    };
  });
}

const byId = <Row extends Named>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

const listOf = (ids: readonly (string | null)[]): string =>
  JSON.stringify([...new Set(ids.filter((id) => id !== null))]);

/** Returns the tags of workspaces or projects by the identifier of the workspace or project. */
async function tagsBy(reader: Reader, column: TaggedColumn, places: ReadonlyMap<string, Named>) {
  const rows = places.size === 0 ? [] : await readTags(reader, column, [...places.keys()]);
  return Map.groupBy(rows, (row) => row[column]);
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
