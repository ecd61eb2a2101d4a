import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import type { NewRow } from '../../../db/tables.ts';

/** A valid confirmation link, with columns of its account. */
export interface AddressLinkRow {
  readonly user_id: string;
  readonly email: string;
  readonly username: string;
  readonly is_admin: number;
}

/** Finds an unexpired link whose address is still the pending address of its account. */
export const liveAddressLink = query<{ hash: string; now: string }>()((db, { hash, now }) =>
  db
    .selectFrom('address_links')
    .innerJoin('users', 'users.id', 'address_links.user_id')
    .select(['address_links.user_id', 'address_links.email', 'users.username', 'users.is_admin'])
    .where('address_links.hash', '=', hash)
    .where('address_links.expires_at', '>', now)
    .where('users.is_suspended', '=', 0)
    .whereRef('users.unconfirmed_email', '=', 'address_links.email'),
);

/** Finds a link that was mailed to the current address of its account. */
export const linkToOwnAddress = query<{ hash: string; user: string; since: string }>()((db, { hash, user, since }) =>
  db
    .selectFrom('address_links')
    .innerJoin('users', 'users.id', 'address_links.user_id')
    .select('address_links.hash')
    .where('address_links.hash', '=', hash)
    .where('address_links.user_id', '=', user)
    .where('address_links.created_at', '>', since)
    .whereRef('users.email', '=', 'address_links.email'),
);

export const addressLinksOf = query<{ id: string; now: string }>()((db, { id, now }) =>
  db.selectFrom('address_links').select('hash').where('user_id', '=', id).where('expires_at', '>', now),
);

export function insertAddressLink(tx: Transaction, link: NewRow<'address_links'>): Promise<number> {
  return tx.run((db) => db.insertInto('address_links').values(link));
}
