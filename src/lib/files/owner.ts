// Changes the owner of files that root creates, because the service, which does not run as root, could not access them
// otherwise.
import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * If the process runs as root, gives a new file the owner of a folder. By default, this is the folder that contains the
 * file.
 */
export function giveToOwner(path: string, folder = dirname(path)): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}
