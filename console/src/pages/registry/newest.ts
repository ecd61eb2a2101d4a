import type { ListedVersion } from '../../api/registry.ts';

export const isPrerelease = (version: string): boolean => version.split('+')[0]?.includes('-') === true;

/**
 * Returns the newest release. If there are only pre-releases, returns the newest pre-release. The versions must be
 * sorted from newest to oldest.
 */
export const newestOf = (versions: readonly string[]): string | undefined =>
  versions.find((version) => !isPrerelease(version)) ?? versions[0];

/** Same as `newestOf`, but ignores deprecated versions. */
export const newestUndeprecatedOf = (versions: readonly ListedVersion[]): string | undefined =>
  newestOf(versions.flatMap(({ version, deprecation }) => (deprecation === null ? [version] : [])));
