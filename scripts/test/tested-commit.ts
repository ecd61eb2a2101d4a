// Records which commit passed all tests on both database engines. A release requires this record.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git } from '../git.ts';

/** Path of the record relative to the project's root. */
const path = 'test-results/tested-commit';

/** Records that the current commit passed all tests. Records nothing if there are uncommitted changes. */
export async function noteTested(root: string): Promise<void> {
  if ((await git(root, 'status', '--porcelain')) !== '') return;
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), `${await git(root, 'rev-parse', 'HEAD')}\n`);
}

/** Throws an error if the commit is not recorded as having passed all tests on both database engines. */
export async function requireTested(root: string, commit: string): Promise<void> {
  const tested = await readFile(join(root, path), 'utf8').catch(() => '');
  if (tested.trim() === commit) return;
  throw new Error(
    'A release needs tests that passed on both database engines. Run "npm run test:pairs" on this commit, or use --allow-dirty for a trial.',
  );
}
