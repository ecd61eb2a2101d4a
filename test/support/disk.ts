// A small disk of its own, which can be filled and can fail.
import { execFileSync } from 'node:child_process';
import { mkdir, open, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './temporary.ts';

const mebibyte = 1_048_576;
const size = 48 * mebibyte;

export interface Disk extends AsyncDisposable {
  readonly path: string;
  /** Fills it to the last byte; the answer empties it again. */
  readonly fill: () => Promise<() => Promise<void>>;
  /** Makes it read-only, as the system does after an error. */
  readonly abort: () => void;
}

const run = (command: string, ...words: readonly string[]): unknown => execFileSync(command, words, { stdio: 'pipe' });

/** A small disk of its own; undefined where none can be made. */
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
      const { bavail, bsize } = await statfs(path);
      const ballast = join(path, 'ballast');
      // The system counts some blocks that a file cannot have.
      await writeFile(ballast, Buffer.alloc(bavail * bsize - mebibyte));
      await writeFile(`${ballast}-rest`, Buffer.alloc(2 * mebibyte)).catch(() => undefined);
      return async () => {
        for (const each of [ballast, `${ballast}-rest`]) await rm(each);
      };
    },
    [Symbol.asyncDispose]: async () => {
      run('umount', path);
      await remove();
    },
  };
};
