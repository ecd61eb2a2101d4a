import type { Transaction } from '../../../db/database.ts';
import { held } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import { notFound } from '../../../jsonapi/errors.ts';

/** What an account has of two-factor authentication, and the password that may stand in for a code. */
export interface TwoFactorRow {
  /** Sealed. */
  readonly two_factor_secret: string | null;
  readonly two_factor_confirmed_at: string | null;
  /** Sealed; null where an authenticator makes the codes. */
  readonly two_factor_phone: string | null;
  readonly password_hash: string | null;
}

const columns = [
  'users.two_factor_secret',
  'users.two_factor_confirmed_at',
  'users.two_factor_phone',
  'users.password_hash',
] as const;

export const twoFactorOf = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('users').select(columns).where('id', '=', id),
);

const heldTwoFactorOf = query<{ id: string }>()((db, { id }, engine) =>
  held(engine, db.selectFrom('users').select(columns).where('id', '=', id)),
);

/** Lets one change at a time at what an account has; 404 when the account has gone meanwhile. */
export const holdTwoFactor = async (tx: Transaction, userId: string): Promise<TwoFactorRow> => {
  const row = await tx.first(heldTwoFactorOf, { id: userId });
  if (row === undefined) throw notFound();
  return row;
};

/** The code that was sent last to somebody. */
export interface TextCodeRow {
  readonly number: number;
  readonly is_active: number;
  readonly sent_at: string;
  readonly sent_count: number;
  readonly counted_since: string;
}

/** Asked with the account held, which makes it one's own. */
export const textCodeOf = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('text_codes')
    .select(['number', 'is_active', 'sent_at', 'sent_count', 'counted_since'])
    .where('user_id', '=', id),
);
