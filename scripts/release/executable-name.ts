/** Platforms by their names in Node.js. A program for macOS must be signed there, and no check starts one for Windows. */
export const executablePlatforms = ['linux-x64', 'linux-arm64'] as const;

export type ExecutablePlatform = (typeof executablePlatforms)[number];

export const executableName = (version: string, platform: ExecutablePlatform): string =>
  `tipstaff-${version}-${platform}`;
