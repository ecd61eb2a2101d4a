// The key of the chain: made once for the installation, and sealed where it lies.
import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { query } from '../../db/query.ts';
import type { SecretPlace } from '../../lib/secrets.ts';

const fact = 'audit-key';
const place: SecretPlace = { table: 'instance', column: 'value', id: fact };
const keyBytes = 32;

const storedKey = query()((db) => db.selectFrom('instance').select('value').where('name', '=', fact));

/** Of several instances that start at once the first makes the key, and all read it. */
const makeKey = async ({ database, vault }: Context): Promise<void> => {
  const value = vault.seal(place, randomBytes(keyBytes).toString('base64'));
  await database.transaction((tx) =>
    tx.run((db) =>
      db
        .insertInto('instance')
        .values({ name: fact, value })
        .onConflict((conflict) => conflict.column('name').doNothing()),
    ),
  );
};

/** The key that the chain is sealed with, which there is from its first use on. */
export const chainKey = async (context: Context): Promise<Buffer> => {
  const { database, vault } = context;
  const stored = await database.first(storedKey, {});
  if (stored !== undefined) return Buffer.from(vault.open(place, stored.value), 'base64');
  await makeKey(context);
  return chainKey(context);
};
