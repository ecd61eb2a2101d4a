// HMAC key of the audit chain. It is created once for each instance and stored encrypted.
import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { SealedRows, SecretPlace } from '../../kernel/secrets.ts';
import { readState, storeStateOnce } from '../../runtime/state/instance-state.ts';

const fact = 'audit-key';
const place: SecretPlace = { table: 'instance', column: 'value', id: fact };

/**
 * Declares where the encrypted HMAC key is stored. A rotation of the encryption key encrypts every declared secret
 * again.
 */
export const sealedKey: SealedRows = { placeOf: () => place, key: 'name', only: fact };

const keyBytes = 32;

/**
 * Creates the key. If several processes start at the same time, the first one stores its key, and all of them use that
 * key.
 */
const makeKey = async ({ database, vault }: Context): Promise<void> => {
  const value = vault.seal(place, randomBytes(keyBytes).toString('base64'));
  await database.transaction((tx) => storeStateOnce(tx, fact, value));
};

/** Returns the HMAC key of the audit chain. The first call creates the key. */
export const chainKey = async (context: Context): Promise<Buffer> => {
  const { database, vault } = context;
  const stored = await readState(database, fact);
  if (stored !== undefined) return Buffer.from(vault.open(place, stored), 'base64');
  await makeKey(context);
  return chainKey(context);
};
