import { open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { randomText } from './ids.ts';

/**
 * Writes a file that its owner alone may read, in place of one with the same name. A reader sees the former or the new
 * content, never a part of it, also after a power failure.
 */
export async function writeWholeFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomText(8)}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, path);
  // Windows cannot open folders, and writes their entries at once.
  if (process.platform === 'win32') return;
  await using folder = await open(dirname(path));
  await folder.sync();
}
