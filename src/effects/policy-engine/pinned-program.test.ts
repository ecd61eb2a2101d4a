import { equal, match, rejects } from 'node:assert/strict';
import { appendFile, copyFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { nativeBuild } from '../../../test/support/engine-builds.ts';
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { engineOfService } from './engine-choice.ts';
import { newPolicyEngine } from './policy-engine.ts';

const memory = 128;

/** Creates an engine as in a service. Its program is a copy in this folder. */
async function engineIn(folder: string, nativeProgram: string) {
  const path = join(folder, 'engine');
  await copyFile(nativeProgram, path);
  const { reason, settings } = await engineOfService({ policyEngineMemory: memory }, path);
  match(
    reason,
    /^The checksum of the program matches the checksum that comes with Tipstaff\. The sandbox of the program works\.$/,
  );
  return { path, open: () => newPolicyEngine({ ...settings, memory }) };
}

/** Returns the path of the file that an engine's process executes. */
async function startedFile(open: () => ReturnType<typeof newPolicyEngine>): Promise<string> {
  await using engine = open();
  await engine.version();
  return await readlink(`/proc/${engine.pid()}/exe`);
}

test('a service uses the program that it has verified even after an upgrade has replaced or removed the file', async (context) => {
  const { program, noConfinement } = await nativeBuild();
  if (noConfinement !== false) return context.skip(noConfinement);
  await using folder = await temporaryFolder();
  const { path, open } = await engineIn(folder.path, program);

  const before = await startedFile(open);
  await writeFile(`${path}.new`, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  await rename(`${path}.new`, path);
  const replaced = await startedFile(open);
  await rm(path);
  const removed = await startedFile(open);

  equal(before, path);
  equal(replaced, `${path} (deleted)`);
  equal(removed, `${path} (deleted)`);
});

test('a service does not start a program that was changed after its verification, and says what to do', async (context) => {
  const { program, noConfinement } = await nativeBuild();
  if (noConfinement !== false) return context.skip(noConfinement);
  await using folder = await temporaryFolder();
  const { path, open } = await engineIn(folder.path, program);
  await appendFile(path, 'x');
  await using engine = open();

  await rejects(engine.version(), {
    name: 'Unavailable',
    message: `${path} was changed since the service compared its checksum: restart the service`,
  });
});
