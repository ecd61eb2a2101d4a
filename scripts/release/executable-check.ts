// Tests the executables. Each of them runs in a minimal root file system, in which it must be able to sandbox the
// policy engine.
import assert from 'node:assert/strict';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { thisPlatform } from '../../src/effects/policy-engine/native-program.ts';
import type { CheckContext, Proof } from './artefact.ts';
import { emulatedCommand, writeForeignRoot } from './emulation.ts';
import { executableName } from './executable-name.ts';
import { installedProgram } from './installed.ts';
import { type Program, proveCheck, proveProgram, proveVersion } from './proof.ts';
import { missingPrograms, noRoots } from './requirements.ts';
import { rootedProgram, writeLibraryRoot } from './rooted.ts';

/** Unprivileged user and group identifiers. They need no entry in the root file system. */
export const nobody = '65534:65534';

export async function checkExecutables(context: CheckContext): Promise<readonly Proof[]> {
  return [await proveHere(context), await proveEmulated(context)];
}

/**
 * Tests the executable for this machine in a root file system that contains only the libraries that Node.js is linked
 * with.
 */
async function proveHere(context: CheckContext): Promise<Proof> {
  const file = executableName(context.version, 'linux-x64');
  const notRun = thisPlatform === 'linux-x64' ? await noRoots() : `this machine is ${thisPlatform}`;
  if (notRun !== undefined) return { file, notRun };
  const [root, shared] = [join(context.scratch, 'root'), await sharedFolder(context.scratch)];
  await writeLibraryRoot(root, join(context.folder, file));
  await cp(join(context.folder, file), join(root, 'usr/bin/tipstaff'));
  const program = rootedProgram({
    root,
    shared,
    command: ['/usr/bin/tipstaff'],
    user: nobody,
    data: join(shared, 'data'),
    isReadOnly: true,
  });
  await proveSandbox(program);
  await proveStack(program, shared);
  assert.match((await program.run(['licenses'])).stdout, /^pino \S+ \(MIT\)$[\s\S]*^Node\.js is licensed/m);
  return { file, answered: await proveProgram(program, { ...context, scratch: shared }, 'webassembly') };
}

/** Creates a folder that every user may write to. */
export async function sharedFolder(scratch: string): Promise<string> {
  const folder = join(scratch, 'shared');
  await mkdir(folder);
  await chmod(folder, 0o777);
  return folder;
}

/** Checks that the policy engine process exits before it reads any input if it cannot enable its sandbox. */
export async function proveSandbox({ run }: Program): Promise<void> {
  const engine = ['tipstaff:dist/program/engine-child.js', '2048', '64', '85'];
  const [bare, open, confined] = [
    await run(engine),
    await run(['--node-options=--permission --allow-worker --allow-fs-read=*', ...engine]),
    await run(['--node-options=--permission --allow-worker --no-warnings', ...engine]),
  ];
  assert.deepEqual([bare.code, open.code, confined], [1, 1, { code: 0, stdout: '', stderr: '' }]);
  assert.match(bare.stderr, /does not start, since Node\.js runs it without --permission/);
  assert.match(open.stderr, /does not start, since Node\.js grants it fs\.read/);
}

/**
 * Comparing two lists of this length needs more stack than the default. The test fails if the engine's thread does not
 * have a larger stack.
 */
const values = Array.from({ length: 60_000 }, (_, index) => [index]);
const variables = { one: { value: values }, other: { value: values } };
const deepPlan = { format_version: '1.2', resource_changes: [], variables };
const deepPolicy = `package deep

deny contains "They are equal." if {
	input.plan.variables.one = input.plan.variables.other
}
`;

async function proveStack({ run }: Program, shared: string): Promise<void> {
  const folder = join(shared, 'deep');
  await mkdir(folder);
  await writeFile(join(folder, 'deep.rego'), deepPolicy);
  await writeFile(join(folder, 'plan.json'), JSON.stringify(deepPlan));
  const words = ['check', join(folder, 'plan.json'), '--dir', folder, '--query', 'data.deep.deny'];
  const { code, stdout, stderr } = await run(words);
  assert.equal(code, 1, stdout + stderr);
  assert.match(stdout, /They are equal\./);
}

/**
 * Tests the executable for the other processor architecture. Some tests are left out because an emulator does not
 * support them.
 */
async function proveEmulated({ version, folder, root: sources, scratch }: CheckContext): Promise<Proof> {
  const file = executableName(version, 'linux-arm64');
  const notRun = (await noRoots('mmdebstrap')) ?? (await missingPrograms('qemu-aarch64-static'));
  if (notRun !== undefined) return { file, notRun };
  const [root, shared] = [join(scratch, 'foreign'), join(scratch, 'emulated')];
  await mkdir(shared);
  await writeForeignRoot(root);
  await cp(join(folder, file), join(root, 'usr/bin/tipstaff'));
  const command = emulatedCommand({ root, shared, command: ['/usr/bin/tipstaff'] });
  const program = installedProgram({ command, cwd: shared, data: join(shared, 'data') });
  await proveVersion(program, version);
  await proveCheck(program, { root: sources, scratch: shared }, 'webassembly');
  return { file, variant: 'emulated' };
}
