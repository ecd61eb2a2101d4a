// Native policy engine of a platform: an existing build of `npm run engine:native`, or a new build.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { builtPath } from '../../src/effects/policy-engine/native-program.ts';
import { readSums, sha256 } from '../engine/sums.ts';
import { root } from './source.ts';

const run = promisify(execFile);

/** Returns the engine's path. Throws if the built program's checksum differs from the committed one. */
export async function engineProgram(platform: string): Promise<string> {
  const path = builtPath(platform);
  if (await isSound(path, platform)) return path;
  await run(process.execPath, ['scripts/engine.ts', 'native', platform], { cwd: root });
  if (!(await isSound(path, platform))) throw new Error(`${path} does not match the committed checksum.`);
  return path;
}

async function isSound(path: string, platform: string): Promise<boolean> {
  const [program, { native }] = await Promise.all([readFile(path).catch(() => undefined), readSums()]);
  return program !== undefined && sha256(program) === native[platform];
}
