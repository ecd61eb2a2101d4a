import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { randomText } from '../text/random-text.ts';
import { giveToOwner } from './owner.ts';

/**
 * Writes a file that its owner alone may read, in place of one with the same name. A reader sees the former or the new
 * content, never a part of it, also after a power failure.
 */
export async function writeWholeFile(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path);
  await syncFolder(dirname(path));
}

/** Counterpart where there is no such file; false, and nothing is written, where there is one. */
export async function writeNewFile(path: string, text: string): Promise<boolean> {
  const draft = await writeDraft(path, text);
  try {
    return await linkNew(draft, path);
  } finally {
    await rm(draft);
  }
}

/** Gives a file a second name, which nothing has; false where something has it. Of several at once, one succeeds. */
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

/** The text of a file; undefined where it is not there. */
export const textIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Brings the names in a folder to disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and writes their entries at once.
  if (process.platform === 'win32') return;
  await using folder = await open(path);
  await folder.sync();
}
