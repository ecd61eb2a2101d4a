import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { randomText } from '../text/random-text.ts';
import { giveToOwner } from './owner.ts';

/**
 * Writes a file that only its owner can read. An existing file is replaced. Readers see either the old or the new
 * content and never a mixture, even after a power failure.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path);
  await syncFolder(dirname(path));
}

/** Same as `writeAtomically`, but does not replace an existing file. Returns false if the file exists. */
export async function writeNewFile(path: string, text: string): Promise<boolean> {
  const draft = await writeDraft(path, text);
  try {
    return await linkNew(draft, path);
  } finally {
    await rm(draft);
  }
}

/**
 * Creates a hard link to a file. Returns false if the new name already exists. If several processes try this at the
 * same time, only one succeeds.
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

/** Syncs a folder to disk, so that new and renamed files in it survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, but writes changes of its entries immediately.
  if (process.platform === 'win32') return;
  await using folder = await open(path);
  await folder.sync();
}
