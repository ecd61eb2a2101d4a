// Programs built with Go, kept in the user's cache folder, so that a machine builds each of them once.
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from '../../src/environment.ts';
import { sha256 } from './sums.ts';

export const cacheFolder = join(processEnvironment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tipstaff');

/** Writes a program into the cache folder. Two processes that write the same program at the same time both succeed. */
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

/** Keeps a build of the engine that was just made for this machine. */
export const keepEngine = (program: Uint8Array): Promise<string> => keep(nameOfEngine(sha256(program)), program);
