import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the entries of a folder and of its subfolders. Links are not followed. The option `recursive` of `readdir` is
 * not used, because it follows links since Node.js 26.
 */
export async function entriesBelow(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  const below = await Promise.all(folders.map(({ name }) => entriesBelow(join(folder, name))));
  return [...entries, ...below.flat()];
}
