// Module versions that workspaces use. They are determined from the plans of evaluations.
import type { Context } from '../../../context.ts';
import type { RowsOf } from '../../../db/query.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { emptyPage, type Page } from '../../../kernel/page.ts';
import { workspaceReaders } from '../../../kernel/permissions.ts';
import { memoizeByArguments } from '../../../lib/functions/memoize.ts';
import { folded } from '../../../lib/text/text.ts';
import type { ModuleCall } from '../../../ports.ts';
import { precedenceRange } from '../../../protocols/module-versions/constraints.ts';
import { type OrganizationAccess, readableScope } from '../../organizations/index.ts';
import { ownHosts } from '../deprecations/own-hosts.ts';
import { type Requirement, readRequirement } from '../deprecations/requirement.ts';
import { countWorkspaces } from '../deprecations/store.ts';
import { maySeeConsumers, type VersionAccess } from '../registry/access.ts';
import {
  firstUsers,
  type ModuleUseRow,
  moduleUseList,
  publishersAmong,
  selectedVersions,
  type UserRow,
  usersOfModule,
} from './store.ts';

/** Returns the host names of the module registry. Empty if the edition has no registry. */
export const registryHosts = (context: Context): readonly string[] =>
  context.config.edition === 'self-hosted' ? [] : ownHosts(context);

/**
 * Returns the module versions that module calls select, with the version or constraint of the call by the identifier of
 * the version. A constraint selects the version that `terraform init` would currently select. Calls of modules that the
 * organization may not use are ignored.
 */
export async function findUsedVersions(
  { database }: Context,
  organization: string,
  calls: readonly ModuleCall[],
): Promise<ReadonlyMap<string, string>> {
  if (calls.length === 0) return new Map();
  const names = JSON.stringify([...new Set(calls.map((call) => folded(call.organization)))]);
  const publishers = await database.rows(publishersAmong, { organization, names });
  const idByName = new Map(publishers.map(({ id, name_key }) => [name_key, id]));
  const requirementOf = memoizeByArguments(readRequirement);
  const lookups = calls.flatMap(({ organization: publisher, module: name, provider, version: requested }) => {
    const [id, requirement] = [idByName.get(folded(publisher)), requirementOf(requested)];
    return id && requirement ? [{ organization: id, name, provider, requested, ...bounds(requirement) }] : [];
  });
  if (lookups.length === 0) return new Map();
  const rows = await database.scan(selectedVersions, { list: JSON.stringify(lookups) });
  return new Map(rows.flatMap(({ id, requested }) => (id === null ? [] : [[id, requested]])));
}

/** Returns the members of a record for `selectedVersions` that depend on the version or constraint. */
const bounds = ({ constraint, exact }: Requirement) => {
  const { from, below } = precedenceRange(constraint);
  return { version: exact ?? null, lower: from ?? '', upper: below ?? '~~', except: JSON.stringify(constraint.except) };
};

/**
 * Returns a page of the module versions that workspaces of an organization use, as far as the actor may read the
 * workspaces. `version` limits the list to one version.
 */
export async function listModuleUses(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  { query, version }: { readonly query: ListQuery; readonly version?: string },
): Promise<Page<ModuleUseRow>> {
  const scope = await readableScope(context, actor, access, workspaceReaders);
  return scope === undefined
    ? emptyPage(query.page)
    : moduleUseList.read(context.database, query, { ...scope, version });
}

export interface UserPage extends Page<ModuleUseRow> {
  /** Number of workspaces in all organizations that use the version; null if the caller may not see consumers. */
  readonly count: number | null;
}

/** Returns a page of the workspaces that use a module version, and their number in all organizations. */
export async function listUsers(
  context: Context,
  actor: Actor,
  access: VersionAccess,
  query: ListQuery,
): Promise<UserPage> {
  const { id: version } = access.version;
  const page = await listModuleUses(context, actor, access, { query, version });
  const isManager = await maySeeConsumers(context, access);
  return { ...page, count: isManager ? await countWorkspaces(context.database, [version]) : null };
}

/**
 * Returns, by identifier of the module version, the first five workspaces by name that use the version and that the
 * actor may read. `versions` is a JSON array of identifiers.
 */
export async function findFirstUsers(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  versions: string,
): Promise<ReadonlyMap<string, readonly UserRow[]>> {
  const scope = await readableScope(context, actor, access, workspaceReaders);
  if (scope === undefined) return new Map();
  const { organization, teams } = scope;
  const users = await context.database.scan(firstUsers(teams !== undefined), {
    versions,
    organization,
    teams: teams ?? '[]',
  });
  return Map.groupBy(users, ({ version_id }) => version_id);
}

/** Returns the workspaces that use a module; see `usersOfModule`. */
export const findModuleUsers = (
  { database }: Context,
  module: string,
): Promise<readonly RowsOf<typeof usersOfModule>[]> => database.scan(usersOfModule, { module });
