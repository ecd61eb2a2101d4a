// Data folder, which only its owner can read, and the encryption keys in it.
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
import { writeAtomically, writeNewFile } from './lib/files/atomic-write.ts';
import { readState, stateFact, storeStateOnce } from './runtime/state/instance-state.ts';

/** Creates the data folder if it does not exist, and makes it readable only by its owner. */
export const prepareDataFolder = async ({ dataDir }: Config): Promise<void> => {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await chmod(dataDir, 0o700);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const advice =
      errorCode(error) === 'EROFS'
        ? 'make its disk writable; if the disk is broken, copy the folder to another disk and set TIPSTAFF_DATA_DIR to the copy'
        : 'set TIPSTAFF_DATA_DIR to a writable folder';
    throw new StartRefused(`The data folder ${dataDir} cannot be written to (${errorCode(error)}): ${advice}.`);
  }
};

/** Returns the path of the encryption key file. */
export const keyFileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'encryption-key');

const linesOf = (keys: readonly string[]): string => keys.map((key) => `${key}\n`).join('');

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Returns the keys in the key file, newest first. */
const keysInFile = (path: string): readonly EncryptionKey[] => {
  const keys = readEncryptionKeys(readFileSync(path, 'utf8'));
  if (keys === undefined)
    throw new StartRefused(`The key file ${path} has no valid key of 32 bytes; restore it from a backup.`);
  return keys;
};

/** Returns the available keys, newest first. Each call reads them again. */
export type ReadKeys = () => readonly EncryptionKey[];

/**
 * Throws if the database already contains secrets. A new key could not decrypt these secrets, and nobody would notice
 * that the correct key is missing.
 */
const requireUnsealed = async ({ dataDir }: Config, path: string): Promise<void> => {
  const known = await readFact({ dataDir }, stateFact('encryption-key-id'));
  if (known === undefined) return;
  throw new StartRefused(
    `The database's secrets are encrypted with key ${known}, and the file ${path} is missing: restore it from a backup, or set TIPSTAFF_ENCRYPTION_KEY.`,
  );
};

/**
 * Returns the function that reads the encryption keys: those in the configuration, or else those in the data folder.
 * Creates a key in the data folder at the first start.
 */
export const encryptionKeys = async (config: Config): Promise<ReadKeys> => {
  const { encryptionKeys: configured } = config;
  if (configured !== undefined) return () => configured;
  const path = keyFileOf(config);
  if (!(await isThere(path))) {
    await requireUnsealed(config, path);
    // If two processes start at the same time, one creates the file and both read it.
    await writeNewFile(path, linesOf([newEncryptionKeyText()]));
  }
  // Reports a key file without valid keys before anything is opened.
  keysInFile(path);
  return () => keysInFile(path);
};

const textOf = (keys: readonly EncryptionKey[]): string => linesOf(keys.map(({ bytes }) => bytes.toString('base64')));

/** Replaces the keys in the key file atomically. */
export const writeKeyFile = (config: Config, keys: readonly EncryptionKey[]): Promise<void> =>
  writeAtomically(keyFileOf(config), textOf(keys));

/** Writes the keys unless the key file exists. Returns whether it has written them. */
export const writeNewKeyFile = (config: Config, keys: readonly EncryptionKey[]): Promise<boolean> =>
  writeNewFile(keyFileOf(config), textOf(keys));

/**
 * Returns the identifier of the key that encrypts the database's secrets. Throws if that key is not available. A new
 * database gets the newest key.
 */
export const sealingKeyId = async (database: Database, readKeys: ReadKeys): Promise<string> => {
  const newest = readKeys()[0]?.id ?? '';
  await database.transaction((tx) => storeStateOnce(tx, 'encryption-key-id', newest));
  const known = (await readState(database, 'encryption-key-id')) ?? '';
  // The keys are read again, because a rotation may have added one.
  const ids = readKeys().map(({ id }) => id);
  if (ids.includes(known)) return known;
  throw new StartRefused(
    `The database's secrets are encrypted with key ${known}, but the available key is ${ids.join(', ')}; set TIPSTAFF_ENCRYPTION_KEY to the missing key.`,
  );
};

/**
 * Returns a sentence with the reason why the SQLite database must not be opened or created, and with advice. Undefined
 * if it may be opened or created.
 */
export const refusedDataSentence = (location: DatabaseLocation): string | undefined =>
  isLost(location) ? lostSentence(location) : undefined;

/** Throws `StartRefused` if the SQLite database must not be opened or created. */
export function requireUsableData(location: DatabaseLocation): void {
  const refused = refusedDataSentence(location);
  if (refused !== undefined) throw new StartRefused(refused);
}

/**
 * Returns the error message for a database that is missing although the file with the latest head of its audit log
 * exists.
 */
const lostSentence = (location: DatabaseLocation): string =>
  `The database ${sqlitePath(location.dataDir)} is missing, but its head file (${headPath(location)}) exists: put the database back, or restore a backup. To start without data, remove the head file.`;
