// Provides the native policy engine for a platform. An existing build of `npm run engine:native` is used, or a new
// build is made.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { builtPath } from '../../src/effects/policy-engine/native-program.ts';
import { readSums, sha256 } from '../engine/sums.ts';
import { root } from './source.ts';

const run = promisify(execFile);

/**
 * Returns the path of the native policy engine. Throws if the checksum of the program differs from the committed
 * checksum.
 */
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
