import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { tokenHash } from '../../../lib/secrets/tokens.ts';

/** Time in milliseconds for which a network counts as known after a sign-in. */
const knownFor = 30 * 24 * 3_600_000;

/** An account and the network from which it signs in. */
export interface KnownAddress {
  readonly userId: string;
  readonly network: string;
}

export const knownAddressKey = ({ userId, network }: KnownAddress): string => tokenHash(`${userId} ${network}`);

export const knownAddress = query<{ key: string; now: string }>()((db, { key, now }) =>
  db.selectFrom('known_addresses').select('key').where('key', '=', key).where('expires_at', '>', now),
);

/** Stores that the account has signed in from this network. `now` is the time in milliseconds since 1970. */
export function noteKnownAddress(tx: Transaction, known: KnownAddress, now: number): Promise<number> {
  const expires_at = timestamp(now + knownFor);
  return tx.run((db) =>
    db
      .insertInto('known_addresses')
      .values({ key: knownAddressKey(known), user_id: known.userId, expires_at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at })),
  );
}
