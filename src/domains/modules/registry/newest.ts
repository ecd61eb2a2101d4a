// Selects the version to install if the client does not specify one. This is the newest release, or the newest
// pre-release if there is no release.
import { type ExpressionBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../db/tables.ts';
import { existing } from '../../../jsonapi/errors.ts';
import { isRelease, releaseEnding } from '../../../protocols/module-versions/semver.ts';
import type { ModuleAccess } from './access.ts';
import { type AvailableVersion, availableVersions } from './version-store.ts';

export type { AvailableVersion } from './version-store.ts';

/** Returns a module's installable versions, from newest to oldest. */
export const findAvailableVersions = (
  { database }: Context,
  { module }: ModuleAccess,
): Promise<readonly AvailableVersion[]> => database.rows(availableVersions, { module: module.id });

/** Returns the version to install if the client does not specify one. 404 if there is no installable version. */
export async function getNewest(context: Context, access: ModuleAccess): Promise<AvailableVersion> {
  return existing(newestOf(await findAvailableVersions(context, access)));
}

/**
 * Returns the newest release, or the newest pre-release if there is no release. `versions` must be sorted from newest
 * to oldest.
 */
export const newestOf = <Row extends { readonly version: string }>(versions: readonly Row[]): Row | undefined =>
  versions.find(({ version }) => isRelease(version)) ?? versions[0];

/** Returns the same as `newestOf`, but ignores deprecated versions. */
export const newestUndeprecatedOf = <Row extends { readonly version: string; readonly deprecation_id: string | null }>(
  versions: readonly Row[],
): Row | undefined => newestOf(versions.filter(({ deprecation_id }) => deprecation_id === null));

/** SQL equivalent of `newestUndeprecatedOf` for the module of the outer query; null if there is no such version. */
export function newestUndeprecated({ selectFrom, fn }: ExpressionBuilder<Tables, 'modules'>) {
  const good = selectFrom('module_versions as good')
    .select('good.version')
    .whereRef('good.module_id', '=', 'modules.id')
    .where('good.status', '=', 'ok')
    .where(({ exists, not, selectFrom: from }) =>
      not(exists(from('module_deprecations as its').select('its.id').whereRef('its.version_id', '=', 'good.id'))),
    )
    .orderBy('good.precedence', 'desc')
    .orderBy('good.version', 'desc')
    .limit(1);
  const release = good.where('good.precedence', 'like', sql.lit(`%${releaseEnding}`));
  return fn.coalesce(release, good);
}
