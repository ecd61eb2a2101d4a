// What a provider says counts once.
import type { Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../lib/clock.ts';
import { tokenHash } from '../../../lib/tokens.ts';
import { Refused } from './refused.ts';

/**
 * Takes a message inside a change, by its parts that no other one has; throws `Refused` when any instance has taken it
 * before. `expiresAt` is when nobody takes it any more, in milliseconds since 1970.
 */
export const takeOnce = async (tx: Transaction, parts: readonly string[], expiresAt: number): Promise<void> => {
  const row = { hash: tokenHash(JSON.stringify(parts)), expires_at: timestamp(expiresAt) };
  const written = await tx.run((db) =>
    db
      .insertInto('saml_assertions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
  if (written === 0) throw new Refused('replayed');
};
