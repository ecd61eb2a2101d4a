// Runs the commands of the README and of the first session in docs/api.md as they stand, but for the address.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { archiveName } from '../scripts/release/archive-check.ts';
import { debianName } from '../scripts/release/deb-build.ts';
import { executableName } from '../scripts/release/executable-name.ts';
import { imageName, imageTag } from '../scripts/release/image-archive.ts';
import { version } from '../src/kernel/version.ts';
import { startService, tipstaff } from './support/command.ts';
import { temporaryFolder } from './support/temporary.ts';

const run = promisify(execFile);

const read = (path: string): Promise<string> => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

const firstSession = async (): Promise<string> =>
  [...(await read('docs/api.md')).matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands).join('\n');

const typed = (session: string, cwd: string) =>
  run('bash', ['-euo', 'pipefail', '-c', session], { cwd }).then(
    (output) => ({ ...output, code: 0 }),
    (error: { readonly stdout: string; readonly stderr: string; readonly code: number }) => error,
  );

test('The first session with the API works as it is written, and says so when it was typed before', async () => {
  const session = await firstSession();
  await using folder = await temporaryFolder();
  await cp(new URL('../examples', import.meta.url), join(folder.path, 'examples'), { recursive: true });
  await using service = await startService({ TIPSTAFF_DATA_DIR: join(folder.path, 'data') });
  const here = session.replace('http://127.0.0.1:8080', service.url);

  const first = await typed(`${here}\nprintf %s "$AUTH" > auth`, folder.path);
  const again = await typed(here, folder.path);
  // A terminal goes on after the first message, with what the first session left there.
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

test('The check of the README has the output and the exit status that it shows', async () => {
  const readme = await read('README.md');
  const [, command = '', shown = ''] = /^npx tipstaff (check .*)\n```\n\n```\n([\s\S]*?)^```$/m.exec(readme) ?? [];

  const { code, stdout } = await tipstaff(command.split(' '), {});

  assert.match(readme, /The exit status is 1,/);
  assert.deepEqual([code, stdout], [1, shown]);
});

test('The README installs the files of this release, by commands that its page has too', async () => {
  const [readme, page] = [await read('README.md'), await read('docs/operate/install.md')];
  const [, install = ''] = /^## Install\n([\s\S]*?)^## /m.exec(readme) ?? [];
  const commands = [...install.matchAll(/`((?:sudo|npm install|docker load) [^`]*)`/g)].map(
    ([, command = '']) => command,
  );

  const files = install.match(/tipstaff[-_]\d[\w.-]*\w/g);

  assert.deepEqual(
    [...new Set(files)].sort(),
    [
      `tipstaff-${version}.tgz`,
      archiveName(version, 'linux-x64'),
      debianName(version),
      executableName(version, 'linux-x64'),
      imageName(version),
    ].sort(),
  );
  assert.ok(install.includes(` ${imageTag(version)}`));
  assert.equal(commands.length, 5);
  for (const command of commands) assert.ok(page.includes(command), command);
  assert.match(install, /^Nothing is published yet: `npm run release` in a clone builds/m);
});
