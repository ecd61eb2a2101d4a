// Creates temporary folders, in memory if there is enough.
import assert from 'node:assert/strict';
import { statfsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

// A file system in memory is preferred, because a database there does not wait for the disk at each commit.
const parent = isLarge(memory) ? memory : tmpdir();

export const makeFolder = (): Promise<string> => mkdtemp(join(parent, 'tipstaff-test-'));

/** Creates a folder that is deleted when it is disposed of. */
export const temporaryFolder = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await makeFolder();
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
};

/** Replaces a text in a file. Fails if the file does not contain the text. */
export const edit = async (path: string, from: string | RegExp, to: string): Promise<void> => {
  const text = await readFile(path, 'utf8');
  assert.notEqual(text.search(from), -1, `${path} has no ${from}:\n${text}`);
  await writeFile(path, text.replace(from, to));
};
