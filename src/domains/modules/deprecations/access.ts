import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type OrganizationAccess, requireEntitlement, requireMember } from '../../organizations/index.ts';
import {
  type ModuleAccess,
  type ModulePath,
  type VersionAccess,
  type VersionPath,
  writableModule,
  writableVersion,
} from '../registry/access.ts';

/** Members who may manage modules may deprecate a version, if the plan includes deprecation; 404 for everybody else. */
export const deprecatableVersion = (context: Context, actor: Actor, path: VersionPath): Promise<VersionAccess> =>
  withDeprecations(context, writableVersion(context, actor, path));

/**
 * Counterpart of `deprecatableVersion` for all versions of a module, on the command line, where no route checks the
 * edition.
 */
export async function deprecatableModule(context: Context, actor: Actor, path: ModulePath): Promise<ModuleAccess> {
  if (context.config.edition === 'self-hosted') throw notFound();
  return withDeprecations(context, writableModule(context, actor, path));
}

/** Every member may check modules, if the plan includes deprecation; 404 for everybody else. */
export const requireModuleChecker = (context: Context, actor: Actor, name: string): Promise<OrganizationAccess> =>
  withDeprecations(context, requireMember(context, actor, name));

async function withDeprecations<Access extends OrganizationAccess>(
  context: Context,
  access: Promise<Access>,
): Promise<Access> {
  const { organization } = await access;
  await requireEntitlement(context, organization.id, 'module-deprecations');
  return access;
}
