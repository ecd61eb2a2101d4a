import type { Transaction } from '../../../db/database.ts';
import { query, type RowsOf } from '../../../db/query.ts';
import { deleter, inserter } from '../../../db/writes.ts';
import { emailProof } from '../users/email-proof.ts';

export type PasswordLinkRow = RowsOf<typeof liveLink>;

export const liveLink = query<{ hash: string; now: string }>()((db, { hash, now }) =>
  db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select([
      'password_links.user_id',
      'password_links.mailed_to',
      'users.username',
      'users.email',
      emailProof.as('email_proof'),
      'users.activated_at',
      'users.is_admin',
    ])
    .where('password_links.hash', '=', hash)
    .where('password_links.expires_at', '>', now)
    .where('users.is_suspended', '=', 0),
);

export const recentLink = query<{ id: string; since: string }>()((db, { id, since }) =>
  db.selectFrom('password_links').select('hash').where('user_id', '=', id).where('created_at', '>', since),
);

export const insertPasswordLink = inserter('password_links');

/** Deletes all links that set the account's password. */
export const deletePasswordLinks = deleter('password_links', 'user_id');

/**
 * Deletes the account's password links that were shown to another person. Links that were mailed to the address stay
 * valid.
 */
export function deleteShownLinks(tx: Transaction, userId: string): Promise<number> {
  return tx.run((db) => db.deleteFrom('password_links').where('user_id', '=', userId).where('mailed_to', 'is', null));
}

/** Uses up a link. Returns false if it was used before or has expired. */
export async function takePasswordLink(tx: Transaction, hash: string, now: string): Promise<boolean> {
  const taken = await tx.run((db) =>
    db.deleteFrom('password_links').where('hash', '=', hash).where('expires_at', '>', now),
  );
  return taken === 1;
}
