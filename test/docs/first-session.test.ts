// Runs the first session in docs/api.md with only the address changed, and then runs it again with the existing data.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startService } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { blocksOf, commandsOf } from './blocks.ts';

const run = promisify(execFile);

const firstSession = async (): Promise<string> =>
  commandsOf(blocksOf(await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8')))
    .map(({ text }) => text)
    .join('\n');

const typed = (session: string, cwd: string) =>
  run('bash', ['-euo', 'pipefail', '-c', session], { cwd }).then(
    (output) => ({ ...output, code: 0 }),
    (error: { readonly stdout: string; readonly stderr: string; readonly code: number }) => error,
  );

test('The first session with the API works as documented, and reports existing records when it is repeated', async () => {
  const session = await firstSession();
  await using folder = await temporaryFolder();
  await cp(new URL('../../examples', import.meta.url), join(folder.path, 'examples'), { recursive: true });
  await using service = await startService({ TIPSTAFF_DATA_DIR: join(folder.path, 'data') });
  const here = session.replace('http://127.0.0.1:8080', service.url);

  const first = await typed(`${here}\nprintf %s "$AUTH" > auth`, folder.path);
  const again = await typed(here, folder.path);
  // In an interactive terminal, a user can continue after the first error with the variables that the first session
  // set.
  const rest = here.slice(here.indexOf('TYPE='));
  const inSameTerminal = await typed(`set +e; TIPSTAFF=${service.url}; AUTH=$(cat auth)\n${rest}`, folder.path);

  assert.match(session, /http:\/\/127\.0\.0\.1:8080/);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /"name":"shire"/);
  assert.match(
    first.stdout,
    /"status":"failed".*"output":\["aws_s3_bucket_acl\.site is public"\].*"status":"passed".*"output":\[\]/s,
  );
  assert.match(first.stdout, /"name":"no-public-buckets".*"total-count":1\b/);
  assert.match(first.stdout, /\nThe same code came back\.\n$|The same code came back\.\n$/);
  for (const later of [again, inSameTerminal]) {
    assert.notEqual(later.code, 0);
    assert.doesNotMatch(later.stdout, /The same code came back/);
  }
  assert.match(again.stderr, /TOKEN: was not made\. .* npx tipstaff token create --user admin$/m);
  assert.match(inSameTerminal.stdout, /Name has already been taken/);
  assert.match(inSameTerminal.stderr, /POLICY: was not created, for the reason in the answer above/);
});
