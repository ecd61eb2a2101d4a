// Files that a command of the superuser makes belong to the owner of their folder: otherwise they would lock the service out.
import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives a new file to the owner of a folder, of its own by default, where the superuser has made it. */
export function giveToOwner(path: string, folder = dirname(path)): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}
