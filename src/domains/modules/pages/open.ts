// Pages of modules, for people of the organization who are signed in; all others learn nothing, not even that there is one.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../lib/actor.ts';
import { pageReply, redirectTo, siteOf } from '../../instance/index.ts';
import { downloadsOfVersion } from '../protocol/downloads.ts';
import {
  type ModulePath,
  mayManageModules,
  readableModule,
  readableVersion,
  registryReader,
  type VersionPath,
} from '../registry/access.ts';
import { listModules } from '../registry/modules.ts';
import { findAvailableVersions, getNewest } from '../registry/newest.ts';
import { modulesPage } from './modules-page.ts';
import { pathOfVersion } from './paths.ts';
import { versionPage } from './version-page.ts';

/** The way to the sign-in page and back here; undefined for who is signed in. */
const elsewhere = (context: Context, { session }: Actor, path: string): Rendered | undefined => {
  const site = siteOf(context);
  if (session === undefined) return redirectTo(site, `/sign-in?${new URLSearchParams({ to: path })}`);
  return session.impersonation?.isOver ? redirectTo(site, '/') : undefined;
};

const pathOf = (...parts: readonly string[]): string => ['/registry', ...parts.map(encodeURIComponent)].join('/');

/** The modules of an organization; a page of them. */
export const openModules = async (
  context: Context,
  actor: Actor,
  { organization_name }: Pick<ModulePath, 'organization_name'>,
  query: ListQuery,
): Promise<Rendered> => {
  const away = elsewhere(context, actor, pathOf(organization_name));
  if (away !== undefined) return away;
  const access = await registryReader(context, actor, organization_name);
  const listed = await listModules(context, access, query);
  const site = siteOf(context);
  return pageReply(site, modulesPage(site, access.organization.name, listed));
};

/** The way to a module's newest version. */
export const openModule = async (context: Context, actor: Actor, path: ModulePath): Promise<Rendered> => {
  const away = elsewhere(context, actor, pathOf(path.organization_name, path.module_name, path.module_provider));
  if (away !== undefined) return away;
  const subject = await readableModule(context, actor, path);
  const { version } = await getNewest(context, subject);
  return redirectTo(siteOf(context), pathOfVersion(subject.module, version));
};

/** What a version is, and whether it is deprecated. */
export const openVersion = async (context: Context, actor: Actor, path: VersionPath): Promise<Rendered> => {
  const { organization_name, module_name, module_provider, module_version } = path;
  const away = elsewhere(context, actor, pathOf(organization_name, module_name, module_provider, module_version));
  if (away !== undefined) return away;
  const subject = await readableVersion(context, actor, path);
  const versions = await findAvailableVersions(context, subject);
  const downloads = mayManageModules(subject.rights)
    ? await downloadsOfVersion(context, subject.version.id)
    : undefined;
  const site = siteOf(context);
  return pageReply(site, versionPage(site, { ...subject, versions, downloads }));
};
