/**
 * Platforms of the executables, by their Node.js names. macOS is missing because programs must be signed on macOS;
 * Windows is missing because no check can run its programs.
 */
export const executablePlatforms = ['linux-x64', 'linux-arm64'] as const;

export type ExecutablePlatform = (typeof executablePlatforms)[number];

export const executableName = (version: string, platform: ExecutablePlatform): string =>
  `tipstaff-${version}-${platform}`;
