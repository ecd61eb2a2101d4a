// The data folder, readable to its owner only, and the encryption keys in it.
import { constants, readFileSync } from 'node:fs';
import { access, chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { readFact } from './db/inspect.ts';
import { type DatabaseLocation, headPath, isLost, sqlitePath } from './db/open.ts';
import { type EncryptionKey, newEncryptionKeyText, readEncryptionKeys } from './kernel/secrets.ts';
import { errorCode } from './lib/errors/error-code.ts';
import { StartRefused } from './lib/errors/start-refused.ts';
import { writeNewFile, writeWholeFile } from './lib/files/whole-file.ts';
import { readState, stateFact, storeStateOnce } from './runtime/state/instance-state.ts';

/** Creates the data folder if it is missing, readable to its owner only. */
export const prepareDataFolder = async ({ dataDir }: Config): Promise<void> => {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await chmod(dataDir, 0o700);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const advice =
      errorCode(error) === 'EROFS'
        ? 'make its disk writable; where that is broken, copy the folder to another one, and set TIPSTAFF_DATA_DIR to the copy'
        : 'set TIPSTAFF_DATA_DIR to one that can';
    throw new StartRefused(`The data folder ${dataDir} cannot be written to (${errorCode(error)}): ${advice}.`);
  }
};

/** The file of the encryption keys. */
export const keyFileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'encryption-key');

const linesOf = (keys: readonly string[]): string => keys.map((key) => `${key}\n`).join('');

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The keys in the file of the data folder, the newest first. */
const keysInFile = (path: string): readonly EncryptionKey[] => {
  const keys = readEncryptionKeys(readFileSync(path, 'utf8'));
  if (keys === undefined) throw new StartRefused(`${path} has no valid key of 32 bytes; restore it from a backup.`);
  return keys;
};

/** Reads the available keys, the newest first; each call reads them again. */
export type ReadKeys = () => readonly EncryptionKey[];

/** A new key would open nothing of a database that has secrets already, and hide that the right one is missing. */
const requireUnsealed = async ({ dataDir }: Config, path: string): Promise<void> => {
  const known = await readFact({ dataDir }, stateFact('encryption-key-id'));
  if (known === undefined) return;
  throw new StartRefused(
    `The database's secrets are sealed with key ${known}, and the file ${path} is missing: restore it from a backup, or set TIPSTAFF_ENCRYPTION_KEY.`,
  );
};

/** The keys of the configuration, or else of the data folder, which gets one at the first start. */
export const encryptionKeys = async (config: Config): Promise<ReadKeys> => {
  const { encryptionKeys: configured } = config;
  if (configured !== undefined) return () => configured;
  const path = keyFileOf(config);
  if (!(await isThere(path))) {
    await requireUnsealed(config, path);
    // Of two starts at the same time, one makes it and both read it.
    await writeNewFile(path, linesOf([newEncryptionKeyText()]));
  }
  // A file without keys is refused before anything is opened.
  keysInFile(path);
  return () => keysInFile(path);
};

const textOf = (keys: readonly EncryptionKey[]): string => linesOf(keys.map(({ bytes }) => bytes.toString('base64')));

/** Replaces the keys in the file of the data folder atomically. */
export const writeKeyFile = (config: Config, keys: readonly EncryptionKey[]): Promise<void> =>
  writeWholeFile(keyFileOf(config), textOf(keys));

/** Writes the keys where the data folder has no such file; false where it has one. */
export const writeNewKeyFile = (config: Config, keys: readonly EncryptionKey[]): Promise<boolean> =>
  writeNewFile(keyFileOf(config), textOf(keys));

/** The key of the database's secrets; a start without it is refused. A new database takes the newest key. */
export const sealingKeyId = async (database: Database, readKeys: ReadKeys): Promise<string> => {
  const newest = readKeys()[0]?.id ?? '';
  await database.transaction((tx) => storeStateOnce(tx, 'encryption-key-id', newest));
  const known = (await readState(database, 'encryption-key-id')) ?? '';
  // Read again: a rotation may have stored a key that was unknown before.
  const ids = readKeys().map(({ id }) => id);
  if (ids.includes(known)) return known;
  throw new StartRefused(
    `The database's secrets are sealed with key ${known}, but the available key is ${ids.join(', ')}; set TIPSTAFF_ENCRYPTION_KEY to the former.`,
  );
};

/** Says why the embedded database must be neither opened nor made, and what to do; undefined where it may be. */
export const refusedDataSentence = (location: DatabaseLocation): string | undefined =>
  isLost(location) ? lostSentence(location) : undefined;

/** Throws `StartRefused` where the embedded database must be neither opened nor made. */
export function requireUsableData(location: DatabaseLocation): void {
  const refused = refusedDataSentence(location);
  if (refused !== undefined) throw new StartRefused(refused);
}

/** Says that there is a head without its database, and what to do. */
const lostSentence = (location: DatabaseLocation): string =>
  `The database ${sqlitePath(location.dataDir)} is gone, though its head (${headPath(location)}) is there: put it back, or restore a backup. To begin without data, remove the head.`;
