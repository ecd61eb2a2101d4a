// Pages of modules, for people of the organization who are signed in; all others learn nothing, not even that there is one.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../lib/actor.ts';
import { pageAnswer, wayTo } from '../../instance/pages/pages.ts';
import { siteOf } from '../../instance/pages/site.ts';
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
import { findOffered, getNewest } from '../registry/newest.ts';
import { modulesPage } from './modules-page.ts';
import { pathOfVersion } from './paths.ts';
import { versionPage } from './version-page.ts';

/** The way to the sign-in page and back here; undefined for who is signed in. */
const elsewhere = (context: Context, { session }: Actor, path: string): Rendered | undefined => {
  const site = siteOf(context);
  if (session === undefined) return wayTo(site, `/sign-in?${new URLSearchParams({ to: path })}`);
  return session.impersonation?.isOver ? wayTo(site, '/') : undefined;
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
  const standing = await registryReader(context, actor, organization_name);
  const listed = await listModules(context, standing, query);
  const site = siteOf(context);
  return pageAnswer(site, modulesPage(site, standing.organization.name, listed));
};

/** The way to a module's newest version. */
export const openModule = async (context: Context, actor: Actor, path: ModulePath): Promise<Rendered> => {
  const away = elsewhere(context, actor, pathOf(path.organization_name, path.module_name, path.module_provider));
  if (away !== undefined) return away;
  const found = await readableModule(context, actor, path);
  const { version } = await getNewest(context, found);
  return wayTo(siteOf(context), pathOfVersion(found.module, version));
};

/** What a version is, and whether it is deprecated. */
export const openVersion = async (context: Context, actor: Actor, path: VersionPath): Promise<Rendered> => {
  const { organization_name, module_name, module_provider, module_version } = path;
  const away = elsewhere(context, actor, pathOf(organization_name, module_name, module_provider, module_version));
  if (away !== undefined) return away;
  const found = await readableVersion(context, actor, path);
  const versions = await findOffered(context, found);
  const downloads = mayManageModules(found.rights) ? await downloadsOfVersion(context, found.version.id) : undefined;
  const site = siteOf(context);
  return pageAnswer(site, versionPage(site, { ...found, versions, downloads }));
};
