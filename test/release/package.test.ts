// npm package, built as for a release and installed from its file into an empty folder.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { install, makeMain } from '../../scripts/release/npm.ts';
import { writeProgram } from '../../scripts/release/program.ts';
import { proveCheck, proveVersion } from '../../scripts/release/proof.ts';
import { enginePackage, nativeName, thisPlatform } from '../../src/effects/policy-engine/native-program.ts';
import { processEnvironment } from '../../src/environment.ts';
import { version } from '../../src/kernel/version.ts';
import { tipstaff, tipstaffProcess } from '../support/command.ts';
import { oldNodes } from '../support/old-nodes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const facts = { version, commit: '0'.repeat(40), time: new Date('2026-01-31T12:00:00Z'), root };

/** Builds the npm package in a folder. Returns the path of the package file. */
async function packed(folder: string): Promise<string> {
  const scratch = join(folder, 'scratch');
  await mkdir(scratch);
  const program = () => writeProgram(facts, join(folder, 'program'));
  return join(folder, await makeMain({ ...facts, program, scratch, folder, isPublished: false }));
}

test('The npm package works after installation from its file only', async (context) => {
  await using folder = await temporaryFolder();
  const scratch = join(folder.path, 'installed');
  const program = await install([await packed(folder.path)], scratch);
  const files = join(scratch, 'node_modules/tipstaff');

  await context.test('The npm package shows its version and checks a plan without other packages', async () => {
    await proveVersion(program, version);
    await proveCheck(program, { root, scratch }, 'webassembly');
    assert.deepEqual(
      (await readdir(join(scratch, 'node_modules'))).filter((name) => !name.startsWith('.')),
      ['tipstaff'],
    );
  });

  await context.test('The command in the README starts the program without an installation', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const [, file = ''] = /`npx (\.\/tipstaff-\S+\.tgz) serve`/.exec(readme) ?? [];
    const env = { PATH: processEnvironment.PATH, HOME: scratch };

    const { stdout } = await run('npx', ['--offline', file, '--version'], { cwd: folder.path, env });

    assert.equal(stdout, `${version}\n`);
  });

  await context.test(
    'The npm package prints the licenses of its contents, which a clone does not contain',
    async () => {
      const [installed, ofClone] = [await program.run(['licenses']), await tipstaff(['licenses'], {})];

      const notices = await readFile(join(files, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
      assert.deepEqual(installed, { code: 0, stdout: notices, stderr: '' });
      assert.deepEqual([ofClone.code, ofClone.stdout], [1, '']);
      assert.match(ofClone.stderr, /^A clone has no list of licenses: "npm run release -- inventory" writes release\//);
    },
  );

  await context.test('The npm package contains the client for programs', async () => {
    const line =
      "import { createClient } from 'tipstaff/client'; console.log(typeof createClient({ url: 'http://127.0.0.1', token: 'x' }).get)";

    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', line], { cwd: scratch });

    assert.equal(stdout, 'function\n');
  });

  await context.test('The npm package loads only its own files and Node.js modules', async () => {
    const names = (await readdir(join(files, 'dist/program'))).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(names.map((name) => readFile(join(files, 'dist/program', name), 'utf8')));
    const loaded = texts.flatMap((text) => [
      ...text.matchAll(/(?:^import .*?from |\b__require\()["']([^"'.][^"']*)["']/gm),
    ]);
    const foreign = new Set(loaded.map(([, name = '']) => name).filter((name) => !isBuiltin(name)));

    // The bundle refers to the optional module `pg-native`, and to `performance` as a fallback for unsupported Node.js
    // versions.
    assert.deepEqual([...foreign].sort(), ['performance', 'pg-native']);
  });

  await context.test('An engine program whose checksum differs from the release is not used', async () => {
    const engine = join(scratch, 'node_modules', enginePackage);
    await mkdir(engine);
    await writeFile(join(engine, nativeName(thisPlatform)), '#!/bin/sh\necho done\n', { mode: 0o755 });

    const reason = await proveCheck(program, { root, scratch }, 'webassembly');

    const instead = `: remove the program, or install ${enginePackage} ${version}.`;
    assert.ok(reason.endsWith(`does not match the checksum that comes with Tipstaff${instead}`), reason);
  });

  for (const [name, options] of oldNodes) {
    await context.test(`If ${name} starts it, the program is refused with a one-sentence message`, async () => {
      const outcome = await tipstaffProcess(['--version'], {}, { ...options, program: join(files, 'bin/tipstaff.js') });

      assert.deepEqual([outcome.code, outcome.stdout], [1, '']);
      assert.match(
        outcome.stderr,
        /^Tipstaff needs Node\.js 24 or newer; this is v\S+\. Install Node\.js 24, and .*\n$/,
      );
    });
  }
});
