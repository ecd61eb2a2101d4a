// The policy engine as a program for a platform: the one that `npm run engine:native` has built, or built now.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { builtPath } from '../../src/effects/policy-engine/native-program.ts';
import { readSums, sha256 } from '../engine/sums.ts';
import { root } from './source.ts';

const run = promisify(execFile);

/** Throws where the sources build another program than the one whose sum is committed. */
export async function engineProgram(platform: string): Promise<string> {
  const path = builtPath(platform);
  if (await isSound(path, platform)) return path;
  await run(process.execPath, ['scripts/engine.ts', 'native', platform], { cwd: root });
  if (!(await isSound(path, platform))) throw new Error(`${path} is not the program whose sum is committed.`);
  return path;
}

async function isSound(path: string, platform: string): Promise<boolean> {
  const [program, { native }] = await Promise.all([readFile(path).catch(() => undefined), readSums()]);
  return program !== undefined && sha256(program) === native[platform];
}
