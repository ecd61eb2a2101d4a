// The table `password_links`.
import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';

/** A valid link, and its account. */
export interface LinkRow {
  readonly user_id: string;
  readonly username: string;
  readonly is_admin: number;
}

export const liveLink = query<{ hash: string; now: string }>()((db, { hash, now }) =>
  db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['password_links.user_id', 'users.username', 'users.is_admin'])
    .where('password_links.hash', '=', hash)
    .where('password_links.expires_at', '>', now)
    .where('users.is_suspended', '=', 0),
);

export const recentLink = query<{ id: string; since: string }>()((db, { id, since }) =>
  db.selectFrom('password_links').select('hash').where('user_id', '=', id).where('created_at', '>', since),
);

interface NewLink {
  readonly hash: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly expires_at: string;
}

export function insertPasswordLink(tx: Transaction, link: NewLink): Promise<number> {
  return tx.run((db) => db.insertInto('password_links').values(link));
}

/** Makes every link that sets an account's password useless. */
export function deletePasswordLinks(tx: Transaction, userId: string): Promise<number> {
  return tx.run((db) => db.deleteFrom('password_links').where('user_id', '=', userId));
}

/** Uses a link up; false when it was used before, or has expired. */
export async function takePasswordLink(tx: Transaction, hash: string, now: string): Promise<boolean> {
  const taken = await tx.run((db) =>
    db.deleteFrom('password_links').where('hash', '=', hash).where('expires_at', '>', now),
  );
  return taken === 1;
}
