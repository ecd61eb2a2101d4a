// Modules as consumers see them: only modules with at least one installable version.
import type { Context } from '../../../context.ts';
import { containsPattern } from '../../../db/expressions.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { folded } from '../../../lib/text/text.ts';
import type { OrganizationAccess } from '../../organizations/index.ts';
import type { ModuleAccess, ModuleRow } from '../registry/access.ts';
import { type ShownModule, shownModule, withVersions } from '../registry/modules.ts';
import { summariesOfVersions } from '../registry/summary-store.ts';
import { type ModuleVersionRow, versionAt } from '../registry/version-store.ts';
import { availableModules, providersOf } from './store.ts';

/** A module and one of its versions, with all details that responses show. */
export interface DetailedModule {
  readonly module: ModuleRow;
  readonly version: ModuleVersionRow;
  /** All installable versions of the module, from newest to oldest. */
  readonly versions: ShownModule['versions'];
  /** Providers for which the organization has modules with this name. */
  readonly providers: readonly string[];
  readonly downloads: number;
  readonly description: string | null;
}

/**
 * Returns a version of a module with its details. If `named` is undefined, returns the newest version. 404 if the
 * version has no archive.
 */
export async function readDetailed(context: Context, access: ModuleAccess, named?: string): Promise<DetailedModule> {
  const { database } = context;
  const { module, organization } = access;
  const { versions, newest, downloads } = await shownModule(context, module, access);
  const text = named ?? newest?.version;
  const version =
    text === undefined ? undefined : await database.first(versionAt, { module: module.id, version: text });
  if (version?.status !== 'ok') throw notFound();
  const [providers, [summary]] = await Promise.all([
    database.rows(providersOf, { organization: organization.id, name: module.name }),
    database.rows(summariesOfVersions, { ids: JSON.stringify([version.id]) }),
  ]);
  return {
    ...{ module, version, downloads },
    versions: versions.filter(({ status }) => status === 'ok'),
    providers: providers.map(({ provider }) => provider),
    description: summary?.description ?? null,
  };
}

/** A module with the version to install. */
export interface ListedModule {
  readonly module: ModuleRow;
  readonly version: { readonly version: string; readonly updated_at: string };
  readonly downloads: number;
  readonly description: string | null;
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
  access: OrganizationAccess,
  { value }: ListQuery,
): Promise<AvailableModules> {
  const [word, provider] = [value('q'), value('provider')];
  const limit = Math.max(1, Math.min(maxLimit, numberIn(value('limit'), defaultLimit)));
  const offset = numberIn(value('offset'), 0);
  if (!canMatch(word, provider)) return { modules: [], limit, offset, hasMore: false };
  const pattern = containsPattern(folded(word ?? ''));
  // One more row than requested is read, to detect whether there is a next page.
  const filter = { organization: access.organization.id, provider: provider ?? '', pattern, limit: limit + 1, offset };
  const rows = await database.scan(availableModules(provider !== undefined, word !== undefined), filter);
  const modules = (await withVersions(database, rows.slice(0, limit), access)).flatMap((module) => {
    const { newest: version, downloads, description } = module;
    return version === undefined ? [] : [{ module, version, downloads, description }];
  });
  return { modules, limit, offset, hasMore: rows.length > limit };
}

/** Default and maximum `limit` of the registry protocol. */
const [defaultLimit, maxLimit] = [15, 100];

const numberIn = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
