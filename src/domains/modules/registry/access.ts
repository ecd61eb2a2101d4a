import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { folded } from '../../../lib/text.ts';
import {
  findRights,
  hasOrganizationPermission,
  type OrganizationAccess,
  requireMember,
  requirePermission,
} from '../../organizations/index.ts';
import { type ModuleRow, moduleAt, moduleById } from './module-store.ts';
import { type VersionRow, versionAt } from './version-store.ts';

export type { ModuleRow } from './module-store.ts';

/** The registry is read by everybody who is of the organization. */
export const registryReader = requireMember;

/** It is written by who may manage its modules. */
export const registryWriter = requirePermission('manage-modules');

/** Names that lead to a module; where `namespace` is named too, it is the organization's own. */
export interface ModulePath {
  readonly organization_name: string;
  readonly namespace?: string;
  readonly module_name: string;
  readonly module_provider: string;
}

export type VersionPath = ModulePath & { readonly module_version: string };

/** A module, and what the actor may do where it is. */
export interface ModuleAccess extends OrganizationAccess {
  readonly module: ModuleRow;
}

export interface VersionAccess extends ModuleAccess {
  readonly version: VersionRow;
}

type Enter = (context: Context, actor: Actor, name: string) => Promise<OrganizationAccess>;

/** Lets in who may, to a namespace that is the organization's own; 404 for everybody else. */
const entering =
  (enter: Enter) =>
  async (context: Context, actor: Actor, path: Pick<ModulePath, 'organization_name' | 'namespace'>) => {
    const { organization_name, namespace = organization_name } = path;
    if (folded(namespace) !== folded(organization_name)) throw notFound();
    return enter(context, actor, organization_name);
  };

const findingModule = (enter: Enter) => async (context: Context, actor: Actor, path: ModulePath) => {
  const access = await entering(enter)(context, actor, path);
  const { module_name: name, module_provider: provider } = path;
  const module = await context.database.first(moduleAt, { organization: access.organization.id, name, provider });
  if (module === undefined) throw notFound();
  return { ...access, module };
};

const findingVersion = (enter: Enter) => async (context: Context, actor: Actor, path: VersionPath) => {
  const moduleAccess = await findingModule(enter)(context, actor, path);
  const wanted = { module: moduleAccess.module.id, version: path.module_version };
  const version = await context.database.first(versionAt, wanted);
  if (version === undefined) throw notFound();
  return { ...moduleAccess, version };
};

/** The organization behind a path that names it twice, for who may read its registry. */
export const readableNamespace = entering(registryReader);

/** The same for who may write to it. */
export const writableNamespace = entering(registryWriter);

/** Finds a module for who may read it; 404 for everybody else. */
export const readableModule: (context: Context, actor: Actor, path: ModulePath) => Promise<ModuleAccess> =
  findingModule(registryReader);

/** Finds a module for who may change it; 404 for everybody else. */
export const writableModule: (context: Context, actor: Actor, path: ModulePath) => Promise<ModuleAccess> =
  findingModule(registryWriter);

/** Finds a version for who may read it; 404 for everybody else. */
export const readableVersion: (context: Context, actor: Actor, path: VersionPath) => Promise<VersionAccess> =
  findingVersion(registryReader);

/** Finds a version for who may change it; 404 for everybody else. */
export const writableVersion: (context: Context, actor: Actor, path: VersionPath) => Promise<VersionAccess> =
  findingVersion(registryWriter);

/** Finds a module by its identifier, for who may read it; 404 for everybody else. */
export const readableModuleById = async ({ database }: Context, actor: Actor, id: string) => {
  const module = await database.first(moduleById, { id });
  const rights = module && (await findRights(database, actor, module.organization_id));
  if (module === undefined || rights === undefined) throw notFound();
  return { module, rights };
};

/** Whether these rights let somebody change an organization's modules. */
export const mayManageModules = (rights: OrganizationAccess['rights']): boolean =>
  hasOrganizationPermission(rights, 'manage-modules');
