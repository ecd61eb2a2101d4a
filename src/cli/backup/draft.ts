// Creates the temporary draft folder in which a restore creates and verifies an instance. Also removes the drafts of
// restores that were killed.
import { existsSync, mkdtempSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { keyFileOf, prepareDataFolder } from '../../data-folder.ts';
import { sqlitePath } from '../../db/open.ts';
import { isUnlocked, lockFile } from '../../db/sqlite/file-lock.ts';
import { removedOnSignal } from './unfinished.ts';

type RestoreTarget = Pick<Config, 'dataDir' | 'databaseUrl'>;

/**
 * Parent folder and name prefix of draft folders. For SQLite, drafts are in the data folder, so that the database can
 * be moved within one file system. For PostgreSQL, drafts are in the system's temporary folder.
 */
const prefixOf = ({ dataDir, databaseUrl }: RestoreTarget): readonly [string, string] =>
  databaseUrl === undefined ? [dataDir, 'restore-'] : [tmpdir(), 'tipstaff-restore-'];

const lockIn = (folder: string): string => join(folder, 'restore-lock');

/** Creates a draft folder that is removed when `stack` is disposed. First removes the drafts of killed restores. */
export async function draftFolder(config: Config, stack: AsyncDisposableStack): Promise<string> {
  const isNew = !existsSync(config.dataDir);
  await prepareDataFolder(config);
  // If the data folder was created by this restore and is still empty at the end, it is removed.
  if (isNew) stack.defer(() => rmdir(config.dataDir).catch(() => undefined));
  await removeAbandoned(config);
  const folder = mkdtempSync(join(...prefixOf(config)));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  stack.use(lockFile(lockIn(folder)));
  stack.use(removedOnSignal(folder));
  return folder;
}

async function removeAbandoned(place: RestoreTarget): Promise<void> {
  for (const folder of await abandonedDrafts(place)) {
    // A folder without a lock is not removed, because it may be a copy that a person made.
    if (existsSync(lockIn(folder))) await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the draft folders of killed restores that contain a key or a database. */
export async function abandonedDrafts(place: RestoreTarget): Promise<readonly string[]> {
  const [parent, prefix] = prefixOf(place);
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix) && entry.name.length === prefix.length + 6)
    .map(({ name }) => join(parent, name))
    .filter((folder) => hasContent(folder) && (!existsSync(lockIn(folder)) || isUnlocked(lockIn(folder))));
}

/**
 * Whether the folder contains a key or a database. A restore locks its draft before writing to it, so a draft with
 * contents but without a lock is abandoned.
 */
const hasContent = (folder: string): boolean =>
  [keyFileOf({ dataDir: folder }), sqlitePath(folder)].some((path) => existsSync(path));
