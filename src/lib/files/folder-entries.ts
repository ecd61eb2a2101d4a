import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Entries of a folder and of all folders in it. Links are not followed; the option `recursive` does so from Node.js 26 on. */
export async function entriesBelow(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  const below = await Promise.all(folders.map(({ name }) => entriesBelow(join(folder, name))));
  return [...entries, ...below.flat()];
}
