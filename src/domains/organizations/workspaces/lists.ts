// Reads pages of workspaces and single workspaces.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Page } from '../../../kernel/page.ts';
import { workspaceReaders } from '../../../kernel/permissions.ts';
import { mapValues } from '../../../lib/functions/records.ts';
import { type ReadingAccess, readableRows } from '../team-access/place-access.ts';
import { countAccessible } from './accessible.ts';
import type { ShownWorkspace } from './resource.ts';
import {
  type WorkspaceScope,
  workspaceByName,
  workspaceList,
  workspacesByIds,
  workspacesInScope,
  workspacesOfTeams,
} from './store.ts';

const readable = readableRows(workspaceReaders, workspacesOfTeams);

/** Largest number of accessible workspaces that are looked up by their identifiers. */
const maxFew = 5_000;

/** Returns a page of those workspaces of an organization that the caller may read, sorted by name. */
export async function listWorkspaces(
  { database }: Context,
  { organization, rights, teams }: ReadingAccess,
  query: ListQuery,
): Promise<Page<ShownWorkspace>> {
  // An index finds the workspaces of one project, whose access can then be checked one by one.
  const isWhole = teams !== undefined && query.value('filter[project][id]') === undefined;
  const accessible = isWhole ? await countAccessible(database, teams) : undefined;
  const isFew = accessible !== undefined && accessible <= maxFew;
  const accessibleTo = isFew ? { accessibleFew: teams } : { accessibleMany: teams };
  const page = await workspaceList.read(
    database,
    query,
    { organization: organization.id, ...accessibleTo },
    { total: (inUse) => (Object.keys(inUse).length === 1 ? accessible : undefined) },
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, rights })) };
}

/**
 * Returns a page of the workspaces to which a policy scope applies, sorted by name. Workspaces that the actor may not
 * read are left out.
 */
export async function listWorkspacesInScope(
  context: Context,
  actor: Actor,
  { organization, isGlobal, needsAllTags, ...lists }: WorkspaceScope,
  query: ListQuery,
): Promise<Page<ShownWorkspace>> {
  const page = await workspacesInScope.read(context.database, query, {
    organization,
    isGlobal: isGlobal ? 1 : 0,
    needsAllTags: needsAllTags ? 1 : 0,
    ...mapValues(lists, (list) => JSON.stringify(list)),
  });
  return { ...page, rows: await readable(context, actor, page.rows) };
}

/** Returns the workspaces with these identifiers that the actor may read. */
export async function findWorkspacesByIds(
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<readonly ShownWorkspace[]> {
  const rows = await context.database.rows(workspacesByIds, { ids: JSON.stringify(ids) });
  return readable(context, actor, rows);
}

/** Returns the identifier of the workspace with this name, or undefined if the organization has no such workspace. */
export async function findWorkspaceId(reader: Reader, organization: string, name: string): Promise<string | undefined> {
  return (await reader.first(workspaceByName, { organization, name }))?.id;
}
