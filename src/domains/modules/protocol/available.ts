// Modules as consumers see them: only modules with at least one installable version.
import type { Context } from '../../../context.ts';
import { containsPattern } from '../../../db/expressions.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { folded } from '../../../lib/text/text.ts';
import type { OrganizationAccess } from '../../organizations/index.ts';
import type { ModuleAccess, ModuleRow } from '../registry/access.ts';
import { type AvailableVersion, findAvailableVersions, newestOf } from '../registry/newest.ts';
import { type ModuleVersionRow, versionAt } from '../registry/version-store.ts';
import { downloadCount, downloadCounts } from './download-store.ts';
import { availableModules, availableVersionsOf, providersOf } from './store.ts';

/** A module and one of its versions, with all details that responses show. */
export interface DetailedModule {
  readonly module: ModuleRow;
  readonly version: ModuleVersionRow;
  /** All installable versions of the module, from newest to oldest. */
  readonly versions: readonly AvailableVersion[];
  /** Providers for which the organization has modules with this name. */
  readonly providers: readonly string[];
  readonly downloads: number;
}

/**
 * Returns a version of a module with its details. If `named` is undefined, returns the newest version. 404 if the
 * version has no archive.
 */
export async function readDetailed(context: Context, access: ModuleAccess, named?: string): Promise<DetailedModule> {
  const { database } = context;
  const { module, organization } = access;
  const versions = await findAvailableVersions(context, access);
  const text = named ?? newestOf(versions)?.version;
  const version =
    text === undefined ? undefined : await database.first(versionAt, { module: module.id, version: text });
  if (version?.status !== 'ok') throw notFound();
  const providers = await database.rows(providersOf, { organization: organization.id, name: module.name });
  const downloads = Number((await database.scan(downloadCount, { module: module.id }))[0]?.number ?? 0);
  return { module, version, versions, providers: providers.map(({ provider }) => provider), downloads };
}

/** A module with the version to install. */
export interface ListedModule {
  readonly module: ModuleRow;
  readonly version: { readonly version: string; readonly updated_at: string };
  readonly downloads: number;
}

/** One page of a module list, selected by offset and limit. */
export interface AvailableModules {
  readonly modules: readonly ListedModule[];
  readonly limit: number;
  readonly offset: number;
  readonly hasMore: boolean;
}

/**
 * Returns installable modules, sorted by name and provider. The query parameters `q` and `provider` restrict the list.
 */
export async function listAvailableModules(
  { database }: Context,
  { organization }: OrganizationAccess,
  { value }: ListQuery,
): Promise<AvailableModules> {
  const [word, provider] = [value('q'), value('provider')];
  const limit = Math.max(1, Math.min(maxLimit, numberIn(value('limit'), defaultLimit)));
  const offset = numberIn(value('offset'), 0);
  if (!canMatch(word, provider)) return { modules: [], limit, offset, hasMore: false };
  const pattern = containsPattern(folded(word ?? ''));
  // One more row than requested is read, to detect whether there is a next page.
  const filter = { organization: organization.id, provider: provider ?? '', pattern, limit: limit + 1, offset };
  const rows = await database.scan(availableModules(provider !== undefined, word !== undefined), filter);
  const shown = rows.slice(0, limit);
  const ids = JSON.stringify(shown.map(({ id }) => id));
  const versions = Map.groupBy(await database.rows(availableVersionsOf, { ids }), ({ module_id }) => module_id);
  const counts = new Map((await database.scan(downloadCounts, { ids })).map((row) => [row.module_id, row.number]));
  const modules = shown.flatMap((module) => {
    const version = newestOf(versions.get(module.id) ?? []);
    return version === undefined ? [] : [{ module, version, downloads: Number(counts.get(module.id) ?? 0) }];
  });
  return { modules, limit, offset, hasMore: rows.length > limit };
}

/** Default and maximum `limit` of the registry protocol. */
const [defaultLimit, maxLimit] = [15, 100];

const numberIn = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
