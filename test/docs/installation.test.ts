// Checks that the README and the installation page name this release's files and use the same commands.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { archiveName } from '../../scripts/release/archive-check.ts';
import { debianName } from '../../scripts/release/deb-build.ts';
import { executableName } from '../../scripts/release/executable-name.ts';
import { imageName, imageTag } from '../../scripts/release/image-archive.ts';
import { version } from '../../src/kernel/version.ts';

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('The README installs the files of this release with the same commands as the installation page', async () => {
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
  assert.match(install, /^No release has been published yet\. Until the first release, run `npm run release` in /m);
});
