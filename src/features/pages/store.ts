import { query } from '../../db/query.ts';

/** What the start page says of an account. */
export interface AccountRow {
  readonly username: string;
  readonly email: string;
  readonly is_admin: number;
  readonly two_factor_confirmed_at: string | null;
}

export const accountById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('users').select(['username', 'email', 'is_admin', 'two_factor_confirmed_at']).where('id', '=', id),
);
