import { held } from '../../db/expressions.ts';
import { query } from '../../db/query.ts';

/** A link that could still be used, and whom it is for. */
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

export const passwordOf = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('users').select('password_hash').where('id', '=', id),
);

/** Holds an account, so that nobody signs in beside a change of its password. */
export const heldPassword = query<{ id: string }>()((db, { id }, engine) =>
  held(engine, db.selectFrom('users').select(['password_hash', 'is_suspended']).where('id', '=', id)),
);

export const accountByEmail = query<{ key: string }>()((db, { key }) =>
  db.selectFrom('users').select('id').where('email_key', '=', key),
);
