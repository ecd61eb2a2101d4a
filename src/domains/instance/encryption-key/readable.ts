import type { Context } from '../../../context.ts';
import { resealAll, type Sealed } from './sealed.ts';

/**
 * Decrypts every secret without changing anything. Throws if a secret was altered or moved, or if the key of a secret
 * is missing.
 */
export async function requireReadableSecrets({ database, vault }: Context, sealed: Sealed): Promise<void> {
  await database.transaction((tx) =>
    resealAll(tx, sealed, (place, text) => {
      vault.open(place, text);
      return text;
    }),
  );
}
