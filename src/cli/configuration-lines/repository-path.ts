import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isBelow } from '../../lib/files/is-below.ts';
import type { ResolvePath } from './configuration-folder.ts';

/**
 * Returns a function that resolves the symbolic links in a path. The result is undefined if the path does not exist, if
 * it is outside of the repository that contains the folder `start`, or if it is in a folder that Terraform or
 * Terragrunt created. Without a repository, paths must be in the current folder if it contains `start`, and otherwise
 * in `start`.
 */
export function pathsInRepositoryOf(start: string): ResolvePath {
  let root: Promise<string> | undefined;
  return async (path) => {
    try {
      const resolved = await realpath(path);
      root ??= realpath(start).then(repositoryOf);
      return isBelow(await root, resolved) && !isGenerated(resolved) ? resolved : undefined;
    } catch {
      return undefined;
    }
  };
}

function repositoryOf(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return isBelow(process.cwd(), start) ? process.cwd() : start;
  }
}

const isGenerated = (path: string): boolean =>
  path.split(sep).some((name) => name === '.terraform' || name === '.terragrunt-cache');
