import type { Context } from '../../../context.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { folded } from '../../../lib/text/text.ts';
import {
  hasOrganizationPermission,
  type OrganizationAccess,
  requireModuleUser,
  requireModuleUserRights,
  requirePermission,
} from '../../organizations/index.ts';
import { type ModuleRow, moduleAt, moduleById } from './module-store.ts';
import { type VersionRow, versionAt } from './version-store.ts';

export type { ModuleRow } from './module-store.ts';

/** Members who may manage modules may change it. */
export const requireModuleManager = requirePermission('manage-modules');

/**
 * Names that lead to a module; `namespace`, where there is one, must be the organization. `public_namespace` leads to what
 * the organization refers to in the public registry.
 */
export interface ModulePath {
  readonly organization_name: string;
  readonly namespace?: string;
  readonly public_namespace?: string;
  readonly module_name: string;
  readonly module_provider: string;
}

export type VersionPath = ModulePath & { readonly module_version: string };

/** A module, and what the actor may do in its organization. */
export interface ModuleAccess extends OrganizationAccess {
  readonly module: ModuleRow;
}

export interface VersionAccess extends ModuleAccess {
  readonly version: VersionRow;
}

// Each of these gives what a path leads to where the actor may read or change it, and 404 for every other actor.
export const readableNamespace = namespaceFor(requireModuleUser);
export const writableNamespace = namespaceFor(requireModuleManager);
export const readableModule = moduleFor(requireModuleUser);
export const writableModule = moduleFor(requireModuleManager);
export const readableVersion = versionFor(requireModuleUser);
export const writableVersion = versionFor(requireModuleManager);

/** A module by its identifier, for actors that may read it; 404 for everybody else. */
export async function readableModuleById(
  context: Context,
  actor: Actor,
  id: string,
): Promise<Pick<ModuleAccess, 'module' | 'rights'>> {
  const module = existing(await context.database.first(moduleById, { id }));
  return { module, rights: await requireModuleUserRights(context, actor, module.organization_id) };
}

/** True if these rights let an actor change an organization's modules. */
export const mayManageModules = (rights: OrganizationAccess['rights']): boolean =>
  hasOrganizationPermission(rights, 'manage-modules');

type RequireAccess = (context: Context, actor: Actor, name: string) => Promise<OrganizationAccess>;

type Authorise<Path, Access> = (context: Context, actor: Actor, path: Path) => Promise<Access>;

function namespaceFor(
  requireAccess: RequireAccess,
): Authorise<Pick<ModulePath, 'organization_name' | 'namespace'>, OrganizationAccess> {
  return async (context, actor, { organization_name, namespace = organization_name }) => {
    if (folded(namespace) !== folded(organization_name)) throw notFound();
    return requireAccess(context, actor, organization_name);
  };
}

function moduleFor(requireAccess: RequireAccess): Authorise<ModulePath, ModuleAccess> {
  const authorise = namespaceFor(requireAccess);
  return async (context, actor, path) => {
    const access = await authorise(context, actor, path);
    const { module_name: name, module_provider: provider, public_namespace: publicNamespace = '' } = path;
    const values = { organization: access.organization.id, name, provider, publicNamespace };
    const module = existing(await context.database.first(moduleAt, values));
    return { ...access, module };
  };
}

function versionFor(requireAccess: RequireAccess): Authorise<VersionPath, VersionAccess> {
  const authorise = moduleFor(requireAccess);
  return async (context, actor, path) => {
    const access = await authorise(context, actor, path);
    const values = { module: access.module.id, version: path.module_version };
    const version = existing(await context.database.first(versionAt, values));
    return { ...access, version };
  };
}
