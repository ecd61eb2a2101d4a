// Gives files that root creates to the owner of their folder. Otherwise the service could not access them.
import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Changes the owner of a new file to the owner of a folder (by default its own) if the process runs as root. */
export function giveToOwner(path: string, folder = dirname(path)): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}
