import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { go } from '../../../scripts/engine/go.ts';
import { engineFolder } from '../../../scripts/engine/sums.ts';
import { nativeBuild } from '../../../test/support/engine-builds.ts';
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { engineOfCommand, engineOfService, webAssembly } from './engine-choice.ts';
import { installedWith, nativeName, thisPlatform } from './native-program.ts';
import { newPolicyEngine } from './policy-engine.ts';

const memory = 128;

const serviceWith = (policyEngine: string) => engineOfService({ policyEngine, policyEngineMemory: memory });

test('WebAssembly evaluates if there is no native program or if it is selected', async () => {
  await using folder = await temporaryFolder();

  const absent = await engineOfCommand(undefined, join(folder.path, 'none'));
  const chosen = await engineOfCommand(webAssembly);

  deepEqual([absent.kind, absent.isUnexpected, absent.settings], ['webassembly', false, {}]);
  match(absent.reason, /^No native policy engine for \w+-\w+ is installed\. No action/);
  deepEqual([chosen.kind, chosen.reason], ['webassembly', 'TIPSTAFF_POLICY_ENGINE selects this engine.']);
});

test('a command only uses a program whose checksum is the one that comes with Tipstaff', async (context) => {
  const { program: nativeProgram, noProgram } = await nativeBuild();
  if (noProgram !== false) return context.skip(noProgram);
  await using folder = await temporaryFolder();
  const changed = join(folder.path, 'changed');
  await writeFile(changed, Buffer.concat([await readFile(nativeProgram), Buffer.from('x')]));

  const [sound, different] = [
    await engineOfCommand(undefined, nativeProgram),
    await engineOfCommand(undefined, changed),
  ];

  deepEqual([sound.kind, sound.isUnexpected, sound.settings], ['native', false, { program: nativeProgram }]);
  deepEqual([different.kind, different.isUnexpected, different.settings], ['webassembly', true, {}]);
  match(different.reason, /does not match the checksum that comes with Tipstaff/);
});

test('an executable uses the program in the library folder of the system, and never one next to itself', () => {
  const paths = ['/usr/bin/tipstaff', '/usr/local/bin/tipstaff', '/tmp/bin/tipstaff', '/usr/bin', undefined];

  deepEqual(paths.map(installedWith), [
    `/usr/lib/tipstaff/${nativeName(thisPlatform)}`,
    `/usr/local/lib/tipstaff/${nativeName(thisPlatform)}`,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a service uses a program that proves that all of its threads are confined', async (context) => {
  const { program: nativeProgram, noConfinement } = await nativeBuild();
  if (noConfinement !== false) return context.skip(noConfinement);
  const choice = await serviceWith(nativeProgram);
  await using engine = newPolicyEngine({ ...choice.settings, memory });
  await engine.version();
  const pid = engine.pid() ?? 0;
  const { stdout: tasks } = await promisify(execFile)('cat', ['--', ...(await statusFiles(pid))]);
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8');

  deepEqual(
    [choice.kind, choice.reason],
    ['native', 'TIPSTAFF_POLICY_ENGINE names the program. The sandbox of the program works.'],
  );
  const values = (name: string) =>
    [...tasks.matchAll(new RegExp(`^${name}:\\s+(\\d+)$`, 'gm'))].map(([, value]) => value);
  deepEqual([new Set(values('NoNewPrivs')), new Set(values('Seccomp'))], [new Set(['1']), new Set(['2'])]);
  equal(values('Seccomp').length > 1, true);
  for (const row of ['Max data size +134217728', 'Max cpu time +600', 'Max open files +0', 'Max file size +0']) {
    match(limits, new RegExp(`^${row} `, 'm'));
  }
  equal(await readFile(`/proc/${pid}/environ`, 'utf8'), '');
  const threads = [...tasks.matchAll(/^Pid:\s+(\d+)$/gm)].map(([, id]) => getPriority(Number(id)));
  deepEqual(new Set(threads), new Set([Math.min(19, getPriority() + 3)]));
});

const statusFiles = async (pid: number): Promise<readonly string[]> => {
  const { stdout } = await promisify(execFile)('ls', [`/proc/${pid}/task`]);
  return stdout
    .trim()
    .split('\n')
    .map((id) => `/proc/${pid}/task/${id}/status`);
};

test('on a kernel that cannot confine a program, WebAssembly evaluates and the reason is reported', async (context) => {
  const { program: nativeProgram, noConfinement } = await nativeBuild();
  if (noConfinement !== false) return context.skip(noConfinement);
  await using folder = await temporaryFolder();
  const without = join(folder.path, 'without');
  await go(engineFolder, ['build', '-o', without, './conformance/without']);
  const sentences = {
    seccomp: /cannot be used: calls of the kernel cannot be filtered: function not implemented\.$/,
    prctl: /cannot be used: new privileges cannot be given up: function not implemented\.$/,
    prlimit: /cannot be used: limit \d+ cannot be set: function not implemented\.$/,
  };
  for (const [call, sentence] of Object.entries(sentences)) {
    await context.test(call, async () => {
      const program = join(folder.path, call);
      await writeFile(program, `#!/bin/sh\nexec env -i ${without} ${call} ${nativeProgram} "$@"\n`);
      await chmod(program, 0o755);

      const [choice, onDesk] = [await serviceWith(program), await engineOfCommand(program)];
      await using engine = newPolicyEngine({ ...choice.settings, memory });

      deepEqual([choice.kind, choice.isUnexpected, choice.settings], ['webassembly', true, {}]);
      match(choice.reason, sentence);
      equal((await engine.version()).opa, '1.22.4');
      equal(onDesk.kind, 'native');
    });
  }
});

test('a service does not use a program that does not support confinement', {
  skip: process.platform === 'win32',
}, async () => {
  await using folder = await temporaryFolder();
  const program = join(folder.path, 'other');
  await writeFile(program, '#!/bin/sh\necho "flag provided but not defined: -confined" >&2\nexit 2\n');
  await chmod(program, 0o755);

  const choice = await serviceWith(program);

  deepEqual(
    [choice.kind, choice.reason],
    ['webassembly', `${program} cannot be used: flag provided but not defined: -confined.`],
  );
});
