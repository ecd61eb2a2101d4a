// Checks that the teams, workspaces and projects in a request belong to the organization.
import type { Reader } from '../../../db/database.ts';
import { type Problem, problemAt } from '../../../jsonapi/errors.ts';
import { projectIdsAmong } from '../projects/store.ts';
import { isTeamOf } from '../teams/teams.ts';
import { workspaceIdsAmong } from './store.ts';

const kinds = {
  workspaces: { noun: 'Workspace', among: workspaceIdsAmong },
  projects: { noun: 'Project', among: projectIdsAmong },
} as const;

interface PlaceReferences {
  readonly to: keyof typeof kinds;
  readonly ids: readonly string[];
  readonly pointerOf: (index: number) => string;
}

/** Returns a problem for each identifier that does not belong to a workspace (or project) of the organization. */
export async function unknownReferences(
  reader: Reader,
  organization: string,
  { to, ids, pointerOf }: PlaceReferences,
): Promise<readonly Problem[]> {
  if (ids.length === 0) return [];
  const { noun, among } = kinds[to];
  const rows = await reader.rows(among, { organization, ids: JSON.stringify(ids) });
  const known = new Set(rows.map(({ id }) => id));
  const detail = `${noun} does not exist in this organization`;
  return ids.flatMap((id, index) => (known.has(id) ? [] : [problemAt(pointerOf(index), 'no-such-record', detail)]));
}

/** Identifiers of related records. Null or undefined if there is no related record. */
interface RelatedPlaces {
  readonly team?: string;
  readonly workspace?: string | null;
  readonly project?: string | null;
}

export const unknownTeam: Problem = problemAt(
  '/data/relationships/team/data/id',
  'no-such-record',
  'Team does not exist in this organization',
);

/**
 * Returns a problem for each relationship to a team, workspace or project that belongs to another organization or does
 * not exist.
 */
export async function unknownPlaces(
  reader: Reader,
  organization: string,
  { team, workspace = null, project = null }: RelatedPlaces,
): Promise<readonly Problem[]> {
  const unknown = (to: PlaceReferences['to'], name: string, id: string | null) => {
    const ids = id === null ? [] : [id];
    return unknownReferences(reader, organization, { to, ids, pointerOf: () => `/data/relationships/${name}/data/id` });
  };
  return [
    ...(team === undefined || (await isTeamOf(reader, organization, team)) ? [] : [unknownTeam]),
    ...(await unknown('workspaces', 'workspace', workspace)),
    ...(await unknown('projects', 'project', project)),
  ];
}
