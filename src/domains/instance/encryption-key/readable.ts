import type { Context } from '../../../context.ts';
import { resealAll, type Sealed } from './sealed.ts';

/** Opens every sealed secret. Throws where one was changed or moved, or its key is missing. It changes nothing. */
export async function requireReadableSecrets({ database, vault }: Context, sealed: Sealed): Promise<void> {
  await database.transaction((tx) =>
    resealAll(tx, sealed, (place, text) => {
      vault.open(place, text);
      return text;
    }),
  );
}
