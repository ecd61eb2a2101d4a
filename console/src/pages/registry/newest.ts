import type { ListedVersion } from '../../api/registry.ts';

export const isPrerelease = (version: string): boolean => version.split('+')[0]?.includes('-') === true;

/**
 * Returns the newest release, or the newest pre-release if there is no release. The versions must be sorted newest
 * first.
 */
export const newestOf = (versions: readonly string[]): string | undefined =>
  versions.find((version) => !isPrerelease(version)) ?? versions[0];

/** Same as `newestOf`, for versions that are not deprecated. */
export const newestUndeprecatedOf = (versions: readonly ListedVersion[]): string | undefined =>
  newestOf(versions.flatMap(({ version, deprecation }) => (deprecation === null ? [version] : [])));
