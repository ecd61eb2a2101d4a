// `tipstaff` runs from a bundle if it is up to date with the sources, and otherwise from the sources.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Returns a program that prints the file it was started from, and starts a thread. */
const mainText = (greeting: string): string => `
import { startThread } from './kernel/program-files.ts';
const origin = import.meta.url.endsWith('.ts') ? 'sources' : 'bundle';
startThread('src/greeting-thread.ts', {}).on('message', (thread) => console.log('${greeting}', origin, thread));
`;
const threadText = `
import { parentPort } from 'node:worker_threads';
parentPort.postMessage(import.meta.url.endsWith('.ts') ? 'sources' : 'bundle');
`;

const newProject = async () => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder()).path;
  const tools = ['scripts/bundle.js', 'scripts/bundled-packages.js'];
  for (const path of ['bin', ...tools, 'src/kernel/program-files.ts', 'package-lock.json']) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  await mkdir(join(folder, '.git'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await mkdir(join(folder, 'client'));
  await writeFile(join(folder, 'src/greeting-thread.ts'), threadText);
  const kept = stack.move();
  return {
    folder,
    write: (greeting: string) => writeFile(join(folder, 'src/main.ts'), mainText(greeting)),
    build: () => run(process.execPath, [join(folder, 'scripts/bundle.js')]),
    start: async () => (await run(process.execPath, [join(folder, 'bin/tipstaff.js')])).stdout.trim(),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
};

test('The command runs the bundle of its current sources, and never an older bundle', async () => {
  await using project = await newProject();
  await project.write('Hello');
  assert.equal(await project.start(), 'Hello sources sources');
  await project.build();
  assert.equal(await project.start(), 'Hello bundle bundle');
  await project.write('Good evening');
  assert.equal(await project.start(), 'Good evening sources sources');
  await project.build();
  assert.equal(await project.start(), 'Good evening bundle bundle');
});

test('A new source file makes the bundle outdated, and a new test does not', async () => {
  await using project = await newProject();
  await project.write('Hello');
  await project.build();
  await writeFile(join(project.folder, 'src/main.test.ts'), '');
  assert.equal(await project.start(), 'Hello bundle bundle');
  await writeFile(join(project.folder, 'src/other.ts'), '');
  assert.equal(await project.start(), 'Hello sources sources');
});

test('Outside of a repository, the bundle that comes with the program is used', async () => {
  await using project = await newProject();
  await project.write('Hello');
  await project.build();
  await rm(join(project.folder, '.git'), { recursive: true });
  await project.write('Good evening');
  assert.equal(await project.start(), 'Hello bundle bundle');
});

test('The previous bundle is kept for the processes that run it', async () => {
  await using project = await newProject();
  for (const greeting of ['One', 'Two more', 'Three of them']) {
    await project.write(greeting);
    await project.build();
  }
  assert.equal((await readdir(join(project.folder, 'dist'))).length, ['this', 'the one before', 'current'].length);
  assert.equal(await project.start(), 'Three of them bundle bundle');
});

test('Only one source file depends on its own location, which differs in a bundle', async () => {
  const files = (await readdir(join(root, 'src'), { recursive: true })).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const dependent = files.filter((path) => {
    const text = readFileSync(join(root, 'src', path), 'utf8');
    return text.replaceAll('createRequire(import.meta.url)', '').includes('import.meta');
  });

  assert.deepEqual(dependent, ['kernel/program-files.ts']);
});
