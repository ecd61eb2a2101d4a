import type { ListedVersion } from '../../api/registry.ts';

export const isPrerelease = (version: string): boolean => version.split('+')[0]?.includes('-') === true;

/** The newest release, or else the newest pre-release; from versions that come newest first. */
export const newestOf = (versions: readonly string[]): string | undefined =>
  versions.find((version) => !isPrerelease(version)) ?? versions[0];

/** Counterpart of `newestOf` among the versions that are not deprecated. */
export const newestUndeprecatedOf = (versions: readonly ListedVersion[]): string | undefined =>
  newestOf(versions.flatMap(({ version, deprecation }) => (deprecation === null ? [version] : [])));
