// Runs the documentation's example program with only the client from the npm package.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clientExports, writeClient } from '../../scripts/release/client.ts';
import { harmless } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

const code =
  'package buckets\n\ndeny contains "never" if input.plan.resource_changes[_].change.actions[_] == "create"\n';

/** Creates a folder with the client and the example program. */
async function projectIn(folder: string): Promise<string> {
  const page = await readFile(join(root, 'docs/client.md'), 'utf8');
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  assert.ok(program.trimEnd().split('\n').length <= 25);
  const module = join(folder, 'node_modules/tipstaff');
  await mkdir(module, { recursive: true });
  await writeClient(root, module);
  const manifest = JSON.stringify({ name: 'tipstaff', type: 'module', exports: clientExports });
  await Promise.all([
    writeFile(join(module, 'package.json'), manifest),
    writeFile(join(folder, 'package.json'), '{ "type": "module" }'),
    writeFile(join(folder, 'program.ts'), program),
    writeFile(join(folder, 'buckets.rego'), code),
    writeFile(join(folder, 'plan.json'), harmless),
  ]);
  return join(folder, 'program.ts');
}

test('The documented program compiles with both compilers of this project', async () => {
  await using folder = await temporaryFolder();
  const program = await projectIn(folder.path);
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', ...types];

  for (const compiler of ['node_modules/typescript/bin/tsc', 'console/node_modules/typescript/bin/tsc'])
    await run(process.execPath, [join(root, compiler), ...options, program], { cwd: folder.path });
});

for (const vocabulary of ['neutral', 'terraform']) {
  test(`The documented program evaluates a plan on a service with the ${vocabulary} vocabulary`, async () => {
    await using folder = await temporaryFolder();
    const program = await projectIn(folder.path);
    await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: vocabulary } });
    await using _jobs = startEveryJob(world);
    const { token } = await world.person({ isAdmin: true });

    const { stdout } = await run(process.execPath, [program, world.url, token], { cwd: folder.path });

    assert.equal(stdout, 'buckets passed\n');
  });
}
