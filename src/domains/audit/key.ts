// The key of the chain: made once for the installation and stored sealed.
import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { SealedRows, SecretPlace } from '../../kernel/secrets.ts';
import { readState, storeStateOnce } from '../../runtime/state/instance-state.ts';

const fact = 'audit-key';
const place: SecretPlace = { table: 'instance', column: 'value', id: fact };

/** The sealed key, for the rotation of the encryption key. */
export const sealedKey: SealedRows = { placeOf: () => place, key: 'name', only: fact };

const keyBytes = 32;

/** Makes the key. The first of several instances that start at once stores its key, and all of them read that one. */
const makeKey = async ({ database, vault }: Context): Promise<void> => {
  const value = vault.seal(place, randomBytes(keyBytes).toString('base64'));
  await database.transaction((tx) => storeStateOnce(tx, fact, value));
};

/** The key of the chain's seals; the first call makes it. */
export const chainKey = async (context: Context): Promise<Buffer> => {
  const { database, vault } = context;
  const stored = await readState(database, fact);
  if (stored !== undefined) return Buffer.from(vault.open(place, stored), 'base64');
  await makeKey(context);
  return chainKey(context);
};
