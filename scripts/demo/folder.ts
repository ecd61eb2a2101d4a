// Temporary folder of a demo. The folder of a demo that was killed is removed by the next demo.
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isUnlocked, lockFile } from '../../src/db/sqlite/file-lock.ts';

const prefix = 'tipstaff-demo-';

const lockIn = (folder: string): string => join(folder, 'demo-lock');

/** Data folder of the demo's service. */
const dataIn = (folder: string): string => join(folder, 'data');

/** Removes the folders of this user's killed demos, and creates a folder that is removed on disposal. */
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
    // A folder that cannot be removed does not prevent a new demo.
    if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * Whether the folder belongs to a demo that was killed. A demo locks its folder before it writes data, so a folder with
 * data but without a lock is abandoned.
 */
async function isAbandoned(folder: string): Promise<boolean> {
  const { uid } = await lstat(folder);
  const isOwn = uid === (process.getuid?.() ?? uid);
  return isOwn && existsSync(dataIn(folder)) && existsSync(lockIn(folder)) && isUnlocked(lockIn(folder));
}
