import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { type OrganizationAccess, requireEntitlement, requireMember } from '../../organizations/index.ts';
import {
  type ModuleAccess,
  type ModulePath,
  type VersionAccess,
  type VersionPath,
  writableModule,
  writableVersion,
} from '../registry/access.ts';

/** Who may manage modules deprecates a version, where the plan lets the organization; 404 for everybody else. */
export const deprecatableVersion = async (
  context: Context,
  actor: Actor,
  path: VersionPath,
): Promise<VersionAccess> => {
  const target = await writableVersion(context, actor, path);
  await requireEntitlement(context, target.organization.id, 'module-deprecations');
  return target;
};

/** The same for all versions of a module, where nobody asks by a route of one edition. */
export const deprecatableModule = async (context: Context, actor: Actor, path: ModulePath): Promise<ModuleAccess> => {
  if (context.config.edition === 'self-hosted') throw notFound();
  const target = await writableModule(context, actor, path);
  await requireEntitlement(context, target.organization.id, 'module-deprecations');
  return target;
};

/** Everybody who is of the organization may ask what is deprecated, where the plan lets it deprecate; 404 for everybody else. */
export const consumerOf = async (context: Context, actor: Actor, name: string): Promise<OrganizationAccess> => {
  const access = await requireMember(context, actor, name);
  await requireEntitlement(context, access.organization.id, 'module-deprecations');
  return access;
};
