// The folder where a restore makes and checks an instance, and what is there after a restore that was killed.
import { existsSync, mkdtempSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { keyFileOf, prepareDataFolder } from '../../data-folder.ts';
import { sqlitePath } from '../../db/open.ts';
import { isUnlocked, lockFile } from '../../db/sqlite/file-lock.ts';
import { removedOnSignal } from './unfinished.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** In the data folder, from which the database only has to be moved; others use the folder for temporary files, too. */
const prefixOf = ({ dataDir, databaseUrl }: Place): readonly [string, string] =>
  databaseUrl === undefined ? [dataDir, 'restore-'] : [tmpdir(), 'tipstaff-restore-'];

const lockIn = (folder: string): string => join(folder, 'restore-lock');

/** Makes a draft, which goes with `stack`; first it removes those of restores that were killed. */
export async function draftFolder(config: Config, stack: AsyncDisposableStack): Promise<string> {
  const isNew = !existsSync(config.dataDir);
  await prepareDataFolder(config);
  // A data folder that was made in vain goes again.
  if (isNew) stack.defer(() => rmdir(config.dataDir).catch(() => undefined));
  await removeAbandoned(config);
  const folder = mkdtempSync(join(...prefixOf(config)));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  stack.use(lockFile(lockIn(folder)));
  stack.use(removedOnSignal(folder));
  return folder;
}

async function removeAbandoned(place: Place): Promise<void> {
  for (const folder of await abandonedDrafts(place)) {
    // A folder without a lock may be a copy that a person made.
    if (existsSync(lockIn(folder))) await rm(folder, { recursive: true, force: true });
  }
}

/** The folders with a key or a database that restores left behind when they were killed. */
export async function abandonedDrafts(place: Place): Promise<readonly string[]> {
  const [parent, prefix] = prefixOf(place);
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix) && entry.name.length === prefix.length + 6)
    .map(({ name }) => join(parent, name))
    .filter((folder) => hasContent(folder) && (!existsSync(lockIn(folder)) || isUnlocked(lockIn(folder))));
}

/** A restore locks its draft before it writes into it: a draft with content and without a lock is nobody's. */
const hasContent = (folder: string): boolean =>
  [keyFileOf({ dataDir: folder }), sqlitePath(folder)].some((path) => existsSync(path));
