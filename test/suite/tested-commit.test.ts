// A release requires a commit whose tests have passed on both database engines.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { noteTested, requireTested } from '../../scripts/test/tested-commit.ts';
import { temporaryFolder } from '../support/temporary.ts';

const untested = { message: /Run "npm run test:pairs" on this commit/ };

test('A commit can be released if its own tests have passed, but not those of another commit', async () => {
  await using folder = await temporaryFolder();
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], {
      cwd: folder.path,
      encoding: 'utf8',
    }).trim();
  const commit = (): string => {
    git('add', '.');
    git('commit', '--quiet', '--message', 'a change');
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet');
  await writeFile(join(folder.path, '.gitignore'), '/test-results/\n');
  const first = commit();
  await assert.rejects(requireTested(folder.path, first), untested);

  await noteTested(folder.path);
  await requireTested(folder.path, first);

  await writeFile(join(folder.path, 'file'), 'changed');
  await noteTested(folder.path);
  await assert.rejects(requireTested(folder.path, commit()), untested);
});
