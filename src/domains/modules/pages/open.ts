// The pages of modules, for signed-in members. For everybody else they do not exist.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import { siteOf } from '../../instance/index.ts';
import { requireModuleUser } from '../../organizations/index.ts';
import { findLatestDownloads } from '../protocol/downloads.ts';
import {
  type ModulePath,
  mayManageModules,
  readableModule,
  readableVersion,
  type VersionPath,
} from '../registry/access.ts';
import { listModules } from '../registry/modules.ts';
import { findAvailableVersions, getNewest } from '../registry/newest.ts';
import { modulesPage } from './modules-page.ts';
import { pathOfVersion } from './paths.ts';
import { versionPage } from './version-page.ts';

export const openModules = (
  context: Context,
  actor: Actor,
  { organization_name }: Pick<ModulePath, 'organization_name'>,
  query: ListQuery,
): Promise<Rendered> =>
  signedIn(context, actor, [organization_name], async () => {
    const access = await requireModuleUser(context, actor, organization_name);
    const modules = await listModules(context, access, query, { registry: 'private' });
    const site = siteOf(context);
    return pageReply(site, modulesPage(site, access.organization.name, modules));
  });

/** Redirects to the newest version of a module. */
export const openModule = (context: Context, actor: Actor, path: ModulePath): Promise<Rendered> =>
  signedIn(context, actor, [path.organization_name, path.module_name, path.module_provider], async () => {
    const access = await readableModule(context, actor, path);
    const { version } = await getNewest(context, access);
    return redirectTo(siteOf(context), pathOfVersion(access.module, version));
  });

/** A version of a module, and whether it is deprecated. */
export function openVersion(context: Context, actor: Actor, path: VersionPath): Promise<Rendered> {
  const { organization_name, module_name, module_provider, module_version } = path;
  return signedIn(context, actor, [organization_name, module_name, module_provider, module_version], async () => {
    const access = await readableVersion(context, actor, path);
    const versions = await findAvailableVersions(context, access);
    const isManager = mayManageModules(access.rights);
    const downloads = isManager ? await findLatestDownloads(context, access.version.id) : undefined;
    const site = siteOf(context);
    return pageReply(site, versionPage(site, { ...access, versions, downloads }));
  });
}

/** Opens a page for an actor with a session; redirects everybody else to the sign-in page, which leads back here. */
async function signedIn(
  context: Context,
  { session }: Actor,
  path: readonly string[],
  open: () => Promise<Rendered>,
): Promise<Rendered> {
  const site = siteOf(context);
  if (session === undefined) {
    const to = ['/registry', ...path.map(encodeURIComponent)].join('/');
    return redirectTo(site, `/sign-in?${new URLSearchParams({ to })}`);
  }
  return session.impersonation?.isOver ? redirectTo(site, '/') : open();
}
