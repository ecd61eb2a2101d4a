// The data folder: made for its owner alone, with the key that secrets are sealed with.
import { constants } from 'node:fs';
import { access, chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { query } from './db/query.ts';
import { randomText } from './lib/ids.ts';
import { type EncryptionKey, newEncryptionKeyText, readEncryptionKey } from './lib/secrets.ts';

/** The service cannot start; the message says what to do, and needs no stack. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Makes the data folder if it is missing, for its owner alone. */
export const prepareDataFolder = async ({ dataDir }: Config): Promise<void> => {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await chmod(dataDir, 0o700);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartRefused(
      `The data folder ${dataDir} cannot be written to (${codeOf(error)}); set REEVE_DATA_DIR to one that can.`,
    );
  }
};

/** Makes a key where there is none; of two starts at once the first makes it, and the second reads it. */
const makeKeyFile = async (path: string): Promise<void> => {
  const draft = `${path}.${randomText(8)}`;
  await writeFile(draft, `${newEncryptionKeyText()}\n`, { mode: 0o600, flag: 'wx' });
  await link(draft, path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await rm(draft);
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const keyFromFile = async (path: string): Promise<EncryptionKey> => {
  if (!(await isThere(path))) await makeKeyFile(path);
  const key = readEncryptionKey(await readFile(path, 'utf8'));
  if (key === undefined) throw new StartRefused(`${path} holds no key of 32 bytes; restore it from a backup.`);
  return key;
};

/** The key from the configuration, else from the data folder, which gets one at the first start. */
export const encryptionKey = async (config: Config): Promise<EncryptionKey> =>
  config.encryptionKey ?? keyFromFile(join(config.dataDir, 'encryption-key'));

const keyFact = 'encryption-key-id';
const knownKeyId = query()((db) => db.selectFrom('instance').select('value').where('name', '=', keyFact));

/** Refuses a start with another key than the one that the database's secrets are sealed with. */
export const requireSameKey = async (database: Database, { id }: EncryptionKey): Promise<void> => {
  await database.transaction((tx) =>
    tx.run((db) =>
      db
        .insertInto('instance')
        .values({ name: keyFact, value: id })
        .onConflict((conflict) => conflict.column('name').doNothing()),
    ),
  );
  const known = await database.first(knownKeyId, {});
  if (known?.value === id) return;
  throw new StartRefused(
    `The database's secrets are sealed with key ${known?.value}, but the key at hand is ${id}; set REEVE_ENCRYPTION_KEY to the former.`,
  );
};
