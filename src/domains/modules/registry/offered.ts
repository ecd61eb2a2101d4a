// What a consumer can install.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import { isRelease } from '../../../lib/semver.ts';
import type { ToldModule } from '../protocol/protocol.ts';
import type { FoundModule } from './access.ts';
import { downloadsOf, type OfferedVersion, offeredVersions, providersOf, versionAt } from './store.ts';

export type { OfferedVersion } from './store.ts';

/** The versions of a module that can be installed, newest first. */
export const findOffered = ({ database }: Context, { module }: FoundModule): Promise<readonly OfferedVersion[]> =>
  database.rows(offeredVersions, { module: module.id });

/** The newest release of versions that come newest first; the newest pre-release where there is nothing else. */
export const newestOf = <Row extends { readonly version: string }>(versions: readonly Row[]): Row | undefined =>
  versions.find(({ version }) => isRelease(version)) ?? versions[0];

/** The same of those that are not deprecated. */
export const newestGoodOf = (versions: readonly OfferedVersion[]): OfferedVersion | undefined =>
  newestOf(versions.filter(({ deprecation_id }) => deprecation_id === null));

/** The version to take where none is named; 404 while nothing can be installed. */
export const getNewest = async (context: Context, found: FoundModule): Promise<OfferedVersion> => {
  const newest = newestOf(await findOffered(context, found));
  if (newest === undefined) throw notFound();
  return newest;
};

/** One version with all that is told of it, the newest unless named; 404 while it has no archive. */
export const tellModule = async (context: Context, found: FoundModule, named?: string): Promise<ToldModule> => {
  const { database } = context;
  const { module, organization } = found;
  const versions = await findOffered(context, found);
  const wanted = named ?? newestOf(versions)?.version;
  const version =
    wanted === undefined ? undefined : await database.first(versionAt, { module: module.id, version: wanted });
  if (version?.status !== 'ok') throw notFound();
  const providers = await database.rows(providersOf, { organization: organization.id, name: module.name });
  const downloads = Number((await database.first(downloadsOf, { module: module.id }))?.number ?? 0);
  return { module, version, versions, providers: providers.map(({ provider }) => provider), downloads };
};
