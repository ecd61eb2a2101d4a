// Organizations in which a caller can read single workspaces and projects.
import type { Reader } from '../../../db/database.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { teamsAcross } from './rights.ts';
import { organizationsWithAccess } from './store.ts';

/**
 * Returns those of the organizations in which a team of the actor has access to some workspace or project. The
 * organizations are given as identifiers.
 */
export async function organizationsOfPlaces(
  reader: Reader,
  actor: Actor,
  organizations: readonly string[],
): Promise<ReadonlySet<string>> {
  const teams = organizations.length === 0 ? [] : await teamsAcross(reader, actor, organizations);
  const rows = teams.length === 0 ? [] : await reader.rows(organizationsWithAccess, { teams: JSON.stringify(teams) });
  return new Set(rows.map(({ organization_id }) => organization_id));
}
