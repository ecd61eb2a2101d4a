import { chown, open, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { randomText } from './ids.ts';

/**
 * Writes a file that its owner alone may read, in place of one with the same name. A reader sees the former or the new
 * content, never a part of it, also after a power failure.
 */
export async function writeWholeFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomText(8)}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  await giveToOwner(draft);
  await rename(draft, path);
  // Windows cannot open folders, and writes their entries at once.
  if (process.platform === 'win32') return;
  await using folder = await open(dirname(path));
  await folder.sync();
}

/** A command that the superuser runs must not lock the service out: its files belong to the owner of the folder. */
async function giveToOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}
