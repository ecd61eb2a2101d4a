import { posix } from 'node:path';

/** Whether a path, written with slashes, stays below the folder that it begins at. */
export const isInside = (path: string): boolean =>
  !posix.isAbsolute(path) && !path.includes('\\') && posix.normalize(path) === path && !path.startsWith('../');
