// Small separate file system that a test can fill or make fail.
import { execFileSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './temporary.ts';

const mebibyte = 1_048_576;
const size = 48 * mebibyte;

export interface Disk extends AsyncDisposable {
  readonly path: string;
  /** Fills the disk to the last byte. The returned function frees the space again. */
  readonly fill: () => Promise<() => Promise<void>>;
  /** Makes the disk read-only, as the operating system does after an I/O error. */
  readonly abort: () => void;
}

const run = (command: string, ...words: readonly string[]): unknown => execFileSync(command, words, { stdio: 'pipe' });

/**
 * Writes until no space is left. The amount of free space is not used, because other processes may write concurrently.
 */
const fillWith = async (path: string): Promise<void> => {
  await using file = await open(path, 'w');
  for (const piece of [Buffer.alloc(mebibyte), Buffer.alloc(512)]) {
    while (await file.write(piece).then(() => true, refuseUnlessFull));
  }
};

const refuseUnlessFull = (error: NodeJS.ErrnoException): false => {
  if (error.code !== 'ENOSPC') throw error;
  return false;
};

/** Creates a small disk. Returns undefined if this machine does not allow it. */
export const openDisk = async (): Promise<Disk | undefined> => {
  const folder = await makeFolder();
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')];
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(path);
    await (await open(image, 'w')).close();
    run('truncate', '--size', String(size), image);
    run('mkfs.ext4', '-q', '-m', '0', image);
    run('mount', '-o', 'loop', image, path);
  } catch {
    await remove();
    return undefined;
  }
  return {
    path,
    abort: () => void run('mount', '-o', 'remount,abort', path),
    fill: async () => {
      const ballast = join(path, 'ballast');
      await fillWith(ballast);
      return () => rm(ballast);
    },
    [Symbol.asyncDispose]: async () => {
      run('umount', path);
      await remove();
    },
  };
};
