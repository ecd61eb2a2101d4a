// Tests that the engine's process is sandboxed and that it verifies this when it starts.
import { deepEqual, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { processStart, readPermissions } from '../../kernel/program-files.ts';
import { engineModule } from './engine-module.ts';

const source = 'src/effects/policy-engine/engine-child.ts';
const ownFiles = readPermissions(source, [engineModule]);
/**
 * Command-line arguments of the process: maximum memory in pages of 64 KiB, stack size in MiB and Go memory limit in
 * MiB.
 */
const limits = ['2048', '64', '85'];

/**
 * Starts an engine process with these Node.js options and sends it no requests. Returns its exit code and error output.
 */
const endOf = (options: readonly string[]): Promise<readonly [code: unknown, report: string]> =>
  new Promise((resolve) => {
    const { execPath, execArgv, entry } = processStart(source, options);
    const child = execFile(execPath, [...execArgv, '--no-warnings', entry, ...limits], (error, _stdout, stderr) =>
      resolve([error?.code ?? 0, stderr]),
    );
    child.stdin?.end();
  });

test('the engine starts in its sandbox', async () => {
  deepEqual(await endOf(['--permission', '--allow-worker', ...ownFiles]), [0, '']);
});

test('the engine does not start without the permission model of Node.js', async () => {
  const [code, report] = await endOf([]);

  deepEqual(code, 1);
  match(report, /^The policy engine does not start, because Node\.js runs it without --permission: /);
});

for (const [scope, option] of Object.entries({
  'fs.read': '--allow-fs-read=*',
  'fs.write': '--allow-fs-write=*',
  child: '--allow-child-process',
  addon: '--allow-addons',
  wasi: '--allow-wasi',
})) {
  test(`the engine does not start if it has the permission ${scope}`, async () => {
    const [code, report] = await endOf(['--permission', '--allow-worker', ...ownFiles, option]);

    deepEqual(code, 1);
    match(report, new RegExp(`^The policy engine does not start, because Node\\.js grants it ${scope}: `));
  });
}
