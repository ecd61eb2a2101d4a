// Finding workspaces: by page, by identifier, and for documents that include them.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Page } from '../../../kernel/page.ts';
import { organizationRights } from '../access.ts';
import { type OrganizationAccess, readableRows } from '../organizations/rights.ts';
import type { ShownWorkspace } from './resource.ts';
import { workspaceByName, workspaceList, workspacesByIds, workspacesInScope } from './store.ts';

/** A page of the workspaces of an organization, by name. */
export async function listWorkspaces(
  { database }: Context,
  { organization, rights }: OrganizationAccess,
  query: ListQuery,
): Promise<Page<ShownWorkspace>> {
  const page = await workspaceList.read(database, query, { organization: organization.id });
  return { ...page, rows: page.rows.map((row) => ({ ...row, rights })) };
}

interface ScopeTag {
  readonly key: string;
  /** Null stands for any. */
  readonly value: string | null;
}

/** Which workspaces of an organization something applies to, and, as an exclusion, does not. */
interface WorkspaceScope {
  /** By its identifier. */
  readonly organization: string;
  readonly isGlobal: boolean;
  readonly workspaces: readonly string[];
  readonly projects: readonly string[];
  readonly tags: readonly ScopeTag[];
  /** True if a workspace needs all of the tags, and not only one. */
  readonly needsAllTags: boolean;
  readonly excludedWorkspaces: readonly string[];
  readonly excludedProjects: readonly string[];
  /** Any of them keeps a workspace out. */
  readonly excludedTags: readonly ScopeTag[];
}

/** A page of the workspaces in a scope that the actor sees, by name. */
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
    workspaces: JSON.stringify(lists.workspaces),
    projects: JSON.stringify(lists.projects),
    tags: JSON.stringify(lists.tags),
    excludedWorkspaces: JSON.stringify(lists.excludedWorkspaces),
    excludedProjects: JSON.stringify(lists.excludedProjects),
    excludedTags: JSON.stringify(lists.excludedTags),
  });
  return { ...page, rows: await readableRows(context, actor, page.rows, organizationRights.workspaces.read) };
}

/** The workspaces behind identifiers, as far as the actor sees them. */
export async function findWorkspacesByIds(
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<readonly ShownWorkspace[]> {
  const rows = await context.database.rows(workspacesByIds, { ids: JSON.stringify(ids) });
  return readableRows(context, actor, rows, organizationRights.workspaces.read);
}

/** The identifier of the workspace of an organization with a name; undefined where it has none. */
export async function findWorkspaceId(reader: Reader, organization: string, name: string): Promise<string | undefined> {
  return (await reader.first(workspaceByName, { organization, name }))?.id;
}
