// The temporary folder of a demo. One that was killed leaves its folder, which the next demo removes.
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isUnlocked, lockFile } from '../../src/db/sqlite/file-lock.ts';

const prefix = 'tipstaff-demo-';

const lockIn = (folder: string): string => join(folder, 'demo-lock');

/** Data folder of the instance of a demo. */
const dataIn = (folder: string): string => join(folder, 'data');

/** Removes what demos of this account left behind, and makes a folder that is removed when it is disposed. */
export async function demoFolder(): Promise<AsyncDisposable & { readonly dataDir: string }> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const lock = lockFile(lockIn(folder));
  return {
    dataDir: dataIn(folder),
    [Symbol.asyncDispose]: async () => {
      lock?.[Symbol.dispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function removeAbandoned(): Promise<void> {
  const entries = await readdir(tmpdir(), { withFileTypes: true }).catch(() => []);
  for (const { name } of entries.filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    // A folder that cannot be removed is no reason against another demo.
    if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** A demo locks its folder before there are data in it, so that one with data and without a lock is that of a killed demo. */
async function isAbandoned(folder: string): Promise<boolean> {
  const { uid } = await lstat(folder);
  const isOwn = uid === (process.getuid?.() ?? uid);
  return isOwn && existsSync(dataIn(folder)) && existsSync(lockIn(folder)) && isUnlocked(lockIn(folder));
}
