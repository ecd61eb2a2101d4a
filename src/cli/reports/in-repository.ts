// Paths relative to the root of a repository. Platforms resolve the paths of annotations in this way, even if a job runs
// in a subfolder.
import { relative, resolve, sep } from 'node:path';
import type { Environment } from '../../environment.ts';
import { isBelow } from '../../lib/files/is-below.ts';

/** Returns the root of the repository in a job of GitHub Actions or GitLab. Undefined elsewhere. */
export const repositoryRoot = ({ GITHUB_WORKSPACE, CI_PROJECT_DIR }: Environment): string | undefined =>
  GITHUB_WORKSPACE || CI_PROJECT_DIR || undefined;

/**
 * Makes the path of a file relative to the root of the repository, with `/` as separator. A file outside of the
 * repository keeps its path, and so does every file if there is no root.
 */
export const inRepository = <Place extends { readonly file: string }>(place: Place, root: string | undefined): Place =>
  root !== undefined && isBelow(root, resolve(place.file))
    ? { ...place, file: relative(root, resolve(place.file)).split(sep).join('/') }
    : place;
