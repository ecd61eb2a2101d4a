import { held } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';

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

/** An account as far as a forgotten password goes. */
export interface AddressedRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly is_suspended: number;
  readonly is_service_account: number;
  readonly activated_at: string | null;
  readonly email_changed_at: string | null;
}

const addressed = [
  'id',
  'username',
  'email',
  'password_hash',
  'is_suspended',
  'is_service_account',
  'activated_at',
  'email_changed_at',
] as const;

/** Holds the account with an address. */
export const heldByEmail = query<{ key: string }>()((db, { key }, engine) =>
  held(engine, db.selectFrom('users').select(addressed).where('email_key', '=', key)),
);

/** A name at an identity provider that an account is linked to. */
export const anyIdentity = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('saml_identities').select('name_id').where('user_id', '=', id).limit(1),
);

export const recentLink = query<{ id: string; since: string }>()((db, { id, since }) =>
  db.selectFrom('password_links').select('hash').where('user_id', '=', id).where('created_at', '>', since),
);

export interface RequestRow {
  readonly email_key: string;
  readonly request_id: string;
  readonly address: string;
}

export const anyRequest = query()((db) => db.selectFrom('password_requests').select('email_key').limit(1));

export const firstRequests = query<{ limit: number }>()((db, { limit }) =>
  db
    .selectFrom('password_requests')
    .select(['email_key', 'request_id', 'address'])
    .orderBy('requested_at')
    .limit(limit),
);
