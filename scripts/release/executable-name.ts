/**
 * Platforms of the executables, by their names in Node.js. macOS is not supported because its programs must be signed.
 * Windows is not supported because no check can run its programs.
 */
export const executablePlatforms = ['linux-x64', 'linux-arm64'] as const;

export type ExecutablePlatform = (typeof executablePlatforms)[number];

export const executableName = (version: string, platform: ExecutablePlatform): string =>
  `tipstaff-${version}-${platform}`;
