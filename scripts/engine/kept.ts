// Stores Go programs in the user's cache folder, so that each program is built only once per machine.
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from '../../src/environment.ts';
import { sha256 } from './sums.ts';

export const cacheFolder = join(processEnvironment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tipstaff');

/**
 * Writes a program into the cache folder and returns its path. Two processes may write the same program concurrently.
 */
export async function keep(name: string, program: Uint8Array): Promise<string> {
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
  const path = join(cacheFolder, name);
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, program);
  await chmod(unfinished, 0o755);
  await rename(unfinished, path);
  return path;
}

export const nameOfEngine = (sum: string | undefined): string => `engine-${sum}`;

/** Stores the build of the engine for this machine in the cache folder. */
export const keepEngine = (program: Uint8Array): Promise<string> => keep(nameOfEngine(sha256(program)), program);
