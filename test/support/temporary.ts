// Folders for data that may be lost with the machine.
import { statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const plenty = 2 * 1024 ** 3;

const isLarge = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= plenty;
  } catch {
    return false;
  }
};

// A database in memory does not wait for the disk at each commit.
const parent = isLarge(memory) ? memory : tmpdir();

export const makeFolder = (): Promise<string> => mkdtemp(join(parent, 'tipstaff-test-'));

/** A folder that is gone after the test. */
export const temporaryFolder = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await makeFolder();
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
};
