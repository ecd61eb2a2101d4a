// Determines the commit that a release is built from. There must not be uncommitted changes.
import { fileURLToPath } from 'node:url';
import { version } from '../../src/kernel/version.ts';
import { git } from '../git.ts';
import { requireTested } from '../test/tested-commit.ts';
import type { Release } from './artefact.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const releaseFolder = fileURLToPath(new URL('../../release/', import.meta.url));

/**
 * Returns the properties of a release that is built from the current commit. Throws if there are uncommitted changes or
 * if a test of the commit has not passed. Options can turn off these checks.
 */
export async function releaseOf(options: {
  readonly isDirtyAllowed: boolean;
  readonly isPublished: boolean;
}): Promise<Release> {
  const changed = await changedFiles();
  if (changed.length > 0 && !options.isDirtyAllowed) {
    const list = changed.slice(0, 10).join(', ');
    throw new Error(
      `A release is built from a commit, but these files have uncommitted changes: ${list}. Commit them, or use --allow-dirty for a trial.`,
    );
  }
  const [commit = '', seconds] = (await git(root, 'log', '-1', '--format=%H %ct')).split(' ');
  if (!options.isDirtyAllowed) await requireTested(root, commit);
  const time = new Date(Number(seconds) * 1000);
  return { version, commit, time, root, folder: releaseFolder, isPublished: options.isPublished };
}

/** Returns the paths of changed and untracked files. */
export async function changedFiles(): Promise<readonly string[]> {
  const lines = (await git(root, 'status', '--porcelain')).split('\n');
  return lines.filter((line) => line !== '').map((line) => line.trim().replace(/^\S+\s+/, ''));
}
