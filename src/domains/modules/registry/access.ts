import type { Context } from '../../../context.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { folded } from '../../../lib/text/text.ts';
import {
  byId,
  findOrganization,
  type GuardCondition,
  guard,
  hasEntitlement,
  may,
  type OrganizationAccess,
  type OrganizationRow,
  sharedModules,
} from '../../organizations/index.ts';
import { moduleRights } from '../access.ts';
import { type ModuleRow, moduleAt, moduleById } from './module-store.ts';
import { type ModuleVersionRow, versionAt } from './version-store.ts';

export type { ModuleRow } from './module-store.ts';

/**
 * Path parameters that identify a module. `namespace`, if present, must be the organization's name. If
 * `public_namespace` is present, the path identifies the organization's reference to a module in the public registry.
 */
export interface ModulePath {
  readonly organization_name: string;
  readonly namespace?: string;
  readonly public_namespace?: string;
  readonly module_name: string;
  readonly module_provider: string;
}

export type VersionPath = ModulePath & { readonly module_version: string };

/** A module, together with the actor's rights in the module's organization. */
export interface ModuleAccess extends OrganizationAccess {
  readonly module: ModuleRow;
}

export interface VersionAccess extends ModuleAccess {
  readonly version: ModuleVersionRow;
}

type Action = keyof (typeof moduleRights)['registry-modules'];

const conditions = {
  consumer: (context, actor, { row }) => sharedModules.isConsumer(context, actor, row.id),
  'deprecation-in-plan': async (context, _actor, { row }) =>
    context.config.edition !== 'self-hosted' && (await hasEntitlement(context, row.id, 'module-deprecations')),
} as const satisfies Readonly<Record<string, GuardCondition<OrganizationRow>>>;

type Namespace = Pick<ModulePath, 'organization_name' | 'namespace'>;

// Each of the following functions returns an access check for an action on the organization's modules. The check finds
// the record that the path identifies, and throws 404 if the caller does not have the right.

export const namespaceFor = (action: Action) => {
  const find = async (
    context: Context,
    actor: Actor,
    { organization_name, namespace = organization_name }: Namespace,
  ) => {
    if (folded(namespace) !== folded(organization_name)) throw notFound();
    return findOrganization(context, actor, organization_name);
  };
  const authorise = guard(moduleRights['registry-modules'], find, conditions)(action);
  return async (context: Context, actor: Actor, path: Namespace): Promise<OrganizationAccess> => {
    const { row: organization, rights } = await authorise(context, actor, path);
    return { organization, rights };
  };
};

export const moduleFor =
  (action: Action) =>
  async (context: Context, actor: Actor, path: ModulePath): Promise<ModuleAccess> => {
    const access = await namespaceFor(action)(context, actor, path);
    const { module_name: name, module_provider: provider, public_namespace: publicNamespace = '' } = path;
    const values = { organization: access.organization.id, name, provider, publicNamespace };
    return { ...access, module: existing(await context.database.first(moduleAt, values)) };
  };

export const versionFor =
  (action: Action) =>
  async (context: Context, actor: Actor, path: VersionPath): Promise<VersionAccess> => {
    const access = await moduleFor(action)(context, actor, path);
    const values = { module: access.module.id, version: path.module_version };
    return { ...access, version: existing(await context.database.first(versionAt, values)) };
  };

export const moduleByIdFor = guard({ read: moduleRights['registry-modules'].read }, byId(moduleById, 'module_id'), {
  consumer: (context, actor, { row }) => sharedModules.isConsumer(context, actor, row.organization_id),
});

/**
 * Whether an actor may see the consumers and the downloads of module versions. The actor must be permitted to manage
 * modules, and the organization's plan must include deprecation.
 */
export const maySeeConsumers = async (context: Context, access: OrganizationAccess): Promise<boolean> =>
  may(moduleRights['registry-modules'].update)(access) &&
  (await hasEntitlement(context, access.organization.id, 'module-deprecations'));
