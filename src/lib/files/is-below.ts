import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder, or is in this folder at any depth. Symbolic links are not resolved. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}
