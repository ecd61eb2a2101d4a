import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { randomText } from '../text/random-text.ts';
import { giveToOwner } from './owner.ts';

/**
 * Writes a file that only its owner can read, and replaces an existing one. Readers see either the old or the new
 * content, never a part of it, even after a power failure.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path);
  await syncFolder(dirname(path));
}

/** Writes a new file in the same way. If the file exists, nothing is written and the result is false. */
export async function writeNewFile(path: string, text: string): Promise<boolean> {
  const draft = await writeDraft(path, text);
  try {
    return await linkNew(draft, path);
  } finally {
    await rm(draft);
  }
}

/**
 * Creates a hard link to a file. Returns false if the new name exists. If several processes try at the same time, one
 * succeeds.
 */
export async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  await syncFolder(dirname(to));
  return true;
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomText(8)}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  giveToOwner(draft);
  return draft;
}

/** Returns the text of a file, or undefined if it does not exist. */
export const textIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Syncs the entries of a folder to disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and writes their entries immediately.
  if (process.platform === 'win32') return;
  await using folder = await open(path);
  await folder.sync();
}
