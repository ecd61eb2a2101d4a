import { isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * Returns a path relative to the root of the repository, with `/` as separator. GitHub resolves the paths of annotations
 * and SARIF results in this way, even if a job runs in a subfolder. A path outside of the repository is not changed.
 */
export function repositoryPath(path: string, root: string | undefined): string {
  if (root === undefined) return path;
  const inside = relative(root, resolve(path));
  const isOutside = isAbsolute(inside) || inside.split(sep)[0] === '..';
  return isOutside || inside === '' ? path : inside.split(sep).join('/');
}
