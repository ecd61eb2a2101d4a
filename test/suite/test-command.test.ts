// A failed test run never looks like a successful one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const passing = "import { test } from 'node:test';\ntest('this passes', () => {});\n";
const quietSetup = 'export const globalSetup = () => undefined;\nexport const globalTeardown = () => undefined;\n';

/** Text files of a small project, by path. */
type Files = Readonly<Record<string, string>>;

const about = { name: 'small', version: '1.0.0', type: 'module', dependencies: { other: 'file:other' } };
const lock = {
  name: about.name,
  lockfileVersion: 3,
  packages: {
    '': about,
    other: { version: '1.0.0', bin: { other: 'other.js' } },
    'node_modules/other': { resolved: 'other', link: true },
  },
};

// Creates a small project that has the same commands as this project and few dependencies. Its folder is inside this
// project, so that npm and Node.js find the installed packages.
const projectOf = async (files: Files): Promise<AsyncDisposable & { readonly folder: string }> => {
  await using stack = new AsyncDisposableStack();
  const above = await mkdtemp(join(tmpdir(), 'tipstaff-suite-'));
  stack.defer(() => rm(above, { recursive: true, force: true }));
  const folder = join(above, 'project');
  await mkdir(folder);
  await symlink(join(root, 'node_modules'), join(above, 'node_modules'));
  await cp(join(root, '.ci'), join(folder, '.ci'), { recursive: true });
  await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  await cp(join(root, 'bin/bundle.js'), join(folder, 'bin/bundle.js'));
  const { pretest, test: testScript } = packageFile.scripts;
  const instead = 'biome --version';
  const scripts = {
    'check:static': instead,
    'engine:check': instead,
    'test:conformance': instead,
    pretest,
    test: testScript,
  };
  const every: Files = {
    'package.json': JSON.stringify({ ...about, scripts }),
    'package-lock.json': JSON.stringify(lock),
    'other/package.json': JSON.stringify({ name: 'other', version: '1.0.0', bin: 'other.js' }),
    'other/other.js': '',
    'bin/tipstaff.js': '',
    'src/main.ts': '',
    'client/index.ts': '',
    // These files are stubs, because the small project has neither a console nor documentation.
    'scripts/console.js': 'export const buildConsole = () => undefined;\n',
    'scripts/site.js':
      'export const buildSite = () => undefined;\nexport const buildSiteInBackground = () => undefined;\n',
    'test/support/global-setup.ts': quietSetup,
    'test/passing.test.ts': passing,
    ...files,
  };
  for (const [path, content] of Object.entries(every)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const opened = stack.move();
  return { folder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

type Variables = Readonly<Record<string, string>>;

const outcomeOf = async (command: readonly [string, ...string[]], folder: string, variables: Variables) => {
  const [program, ...words] = command;
  // biome-ignore lint/style/noProcessEnv: the command runs in the surroundings of these tests, but is no part of them
  const { NODE_TEST_CONTEXT, NODE_OPTIONS, PROCESSOR_TIME_FACTOR, ...env } = process.env;
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = once(child, 'close');
  const [output] = await Promise.all([text(child.stdout), text(child.stderr), end]);
  return { code: child.exitCode, output, lastLine: output.trimEnd().split('\n').at(-1) };
};

const check = ['bash', '.ci/run'] as const;
const npmTest = ['npm', 'test'] as const;

const run = async (command: typeof check | typeof npmTest, files: Files, variables: Variables = {}) => {
  await using project = await projectOf(files);
  return await outcomeOf(command, project.folder, variables);
};

for (const command of [check, npmTest]) {
  test(`If tests pass, "${command.join(' ')}" ends with status 0 and prints their duration and number`, async () => {
    const skipped = "import { test } from 'node:test';\ntest.skip('later');\n";

    const { code, output, lastLine } = await run(command, { 'src/a.test.ts': skipped });

    assert.equal(code, 0, output);
    assert.match(output, /Slowest tests:\n +0\.\d s {2}\S/);
    assert.match(output, /The run took \d+ s\./);
    assert.equal(lastLine, '1 passed, 0 failed, 1 skipped');
  });
}

test('Even "npm test" alone fails if a test fails', async () => {
  const failing = "import { test } from 'node:test';\ntest('this fails', () => { throw new Error('no'); });\n";

  const { code, output, lastLine } = await run(npmTest, { 'src/a.test.ts': failing });

  assert.notEqual(code, 0, output);
  assert.equal(lastLine, '1 passed, 1 failed', output);
});

test('Each of many files runs once, whichever process takes it', async () => {
  const files = Array.from({ length: 49 }, (_, index) => `src/${index}.test.ts`);
  const named = (file: string): string => passing.replace('this', file);

  const { code, output, lastLine } = await run(npmTest, Object.fromEntries(files.map((file) => [file, named(file)])));

  assert.deepEqual([code, lastLine], [0, '50 passed, 0 failed'], output);
  assert.deepEqual(
    files.filter((file) => output.split(`▶ ${file}\n  ✔ ${file} passes`).length !== 2),
    [],
  );
});

/**
 * Script that prints the ratio of the processor time that Node.js reports to the time that the system reports, for both
 * functions that return it.
 */
const measuring = `
  const { readFileSync } = require('node:fs');
  const sum = (values) => values.reduce((a, b) => a + Number(b), 0);
  const stat = () => sum(readFileSync('/proc/' + process.pid + '/stat', 'utf8').split(') ')[1].split(' ').slice(11, 13)) * 10_000;
  const thread = () => sum(Object.values(process.threadCpuUsage()));
  const used = () => { const { userCPUTime, systemCPUTime } = process.resourceUsage(); return userCPUTime + systemCPUTime; };
  const readers = process.permission === undefined ? [thread, stat] : [thread];
  const before = [used(), ...readers.map((read) => read())];
  while (used() - before[0] < 400_000);
  const after = [used(), ...readers.map((read) => read())];
  const [all, ...reported] = after.map((value, index) => value - before[index]);
  console.log(JSON.stringify(reported.map((each) => each / all)));`;

const slow = `
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
for (const options of [[], ['--permission']]) test('processor time counts four times ' + options, () => {
  const ratios = JSON.parse(execFileSync(process.execPath, [...options, '--eval', ${JSON.stringify(measuring)}], { env: {} }));
  assert.ok(ratios.length > 0 && ratios.every((ratio) => ratio > 2 && ratio < 6), String(ratios));
});\n`;

test('A configured factor multiplies processor time, also in processes without variables and rights', {
  skip: !existsSync('/proc/self/stat'),
}, async () => {
  const { code, output, lastLine } = await run(npmTest, { 'src/a.test.ts': slow }, { PROCESSOR_TIME_FACTOR: '4' });

  assert.deepEqual([code, lastLine], [0, '3 passed, 0 failed'], output);
});

const broken: Readonly<Record<string, { readonly files: Files; readonly lastLine: string }>> = {
  'A test that fails': {
    files: { 'src/a.test.ts': `${passing}test('this fails', () => { throw new Error('no'); });\n` },
    lastLine: '2 passed, 1 failed',
  },
  'A file that does not load': {
    files: { 'src/a.test.ts': `import './missing.ts';\n${passing}` },
    lastLine: '1 passed, 1 failed',
  },
  'A file without tests': {
    files: { 'src/a.test.ts': 'export const nothing = 0;\n' },
    lastLine: '1 passed, 1 failed',
  },
  'A test process that crashes': {
    files: { 'src/a.test.ts': `${passing}test('this crashes', () => process.abort());\n` },
    // Only one failure is reported, because the reports of other files in the same process are lost as well.
    lastLine: '0 passed, 1 failed',
  },
  'A test process that ends with status 0 before its tests do': {
    files: { 'src/a.test.ts': `${passing}test('this leaves', () => process.exit(0));\n` },
    lastLine: '0 passed, 1 failed',
  },
  'An error that no test awaits': {
    files: {
      'src/a.test.ts': `import { test } from 'node:test';
test('this leaves', async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  setTimeout(() => { throw new Error('nobody awaits this'); }, 1);
  await new Promise((resolve) => setTimeout(resolve, 100));
});\n`,
    },
    lastLine: '2 passed, 1 failed',
  },
  'A set-up that fails': {
    files: {
      'test/support/global-setup.ts': `${quietSetup.replace('=> undefined', "=> { throw new Error('no server'); }")}`,
    },
    lastLine: '0 passed, 1 failed',
  },
  'A set-up that does not load': {
    files: { 'test/support/global-setup.ts': "import './missing.ts';\n" },
    lastLine: '0 passed, 1 failed',
  },
  'A teardown that fails': {
    files: {
      'test/support/global-setup.ts': `export const globalSetup = () => undefined;
export const globalTeardown = () => { throw new Error('the server does not stop'); };\n`,
    },
    lastLine: '0 passed, 1 failed',
  },
};

// The command that checks a change runs `npm test` as its last step, so its exit status shows both results.
for (const [sentence, { files, lastLine }] of Object.entries(broken)) {
  test(`${sentence} makes the check of a change and "npm test" fail`, async () => {
    const outcome = await run(check, files);

    assert.notEqual(outcome.code, 0, outcome.output);
    assert.equal(outcome.lastLine, lastLine, outcome.output);
  });
}
