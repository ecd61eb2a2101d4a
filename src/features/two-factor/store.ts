import { held } from '../../db/expressions.ts';
import { query } from '../../db/query.ts';

/** What an account has of two-factor authentication, and the password that may stand in for a code. */
export interface TwoFactorRow {
  /** Sealed. */
  readonly two_factor_secret: string | null;
  readonly two_factor_confirmed_at: string | null;
  readonly password_hash: string | null;
}

const columns = ['users.two_factor_secret', 'users.two_factor_confirmed_at', 'users.password_hash'] as const;

export const twoFactorOf = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('users').select(columns).where('id', '=', id),
);

/** Others wait with changes of this account until the transaction ends. */
export const heldTwoFactorOf = query<{ id: string }>()((db, { id }, engine) =>
  held(engine, db.selectFrom('users').select(columns).where('id', '=', id)),
);
