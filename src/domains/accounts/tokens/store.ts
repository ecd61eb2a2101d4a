// The table `tokens`.
import type { Transaction } from '../../../db/database.ts';
import { pageQueries } from '../../../db/page.ts';
import { query, type RowsOf } from '../../../db/query.ts';
import { inserter } from '../../../db/writes.ts';
import { allBut, type RowOf } from '../../../lib/columns.ts';
import type { Use } from '../last-use.ts';
import { isSsoOnly } from '../users/store.ts';
import { tokens } from './entity.ts';

/** A token with its owner, by the hash of the token. */
export const tokenOwnerByHash = query<{ hash: string }>()((db, { hash }) =>
  db
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('teams', 'teams.id', 'tokens.team_id')
    .select([
      'tokens.id',
      'tokens.last_used_at',
      'tokens.expires_at',
      'tokens.kind',
      'tokens.organization_id',
      'tokens.user_id',
      'users.username',
      'users.is_admin',
      'users.is_suspended',
      'users.sso_signed_in_at',
      'users.is_service_account',
      'users.two_factor_confirmed_at',
      isSsoOnly('users').as('is_sso_only'),
      'tokens.team_id',
      'teams.organization_id as team_organization_id',
      'teams.is_owners',
      'teams.permissions',
    ])
    .where('tokens.hash', '=', hash),
);

export type TokenOwnerRow = RowsOf<typeof tokenOwnerByHash>;

const columns = allBut(tokens, 'hash');

/** A token, without its hash. */
export type TokenRow = Omit<RowOf<typeof tokens.columns>, 'hash'>;

export const tokenById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('tokens').select(columns).where('id', '=', id),
);

/** How many tokens a person has that have not expired. */
export const validTokensOf = query<{ user: string; now: string }>()((db, { user, now }) =>
  db
    .selectFrom('tokens')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', user)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
);

/** The one token of a team. */
export const tokenOfTeam = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('tokens').select(columns).where('team_id', '=', id),
);

/** The one token of an organization with full rights, or the one that reads its audit trail. */
export const tokenOfOrganization = query<{ id: string; kind: TokenRow['kind'] }>()((db, { id, kind }) =>
  db.selectFrom('tokens').select(columns).where('organization_id', '=', id).where('kind', '=', kind),
);

export const tokensOfUser = pageQueries<{ user: string }>()(
  (db, { user }) => db.selectFrom('tokens').select(columns).where('user_id', '=', user),
  (rows) => rows.orderBy('tokens.created_at').orderBy('tokens.id'),
);

export const insertToken = inserter('tokens');

/** False when it has been deleted already. */
export async function deleteTokenRow(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.run((db) => db.deleteFrom('tokens').where('id', '=', id))) === 1;
}

/** Deletes every token of a person; answers how many there were. */
export function deleteTokensOf(tx: Transaction, userId: string): Promise<number> {
  return tx.run((db) => db.deleteFrom('tokens').where('user_id', '=', userId));
}

/** Notes a use of a token, unless a later one than `before` is noted. */
export function noteTokenUse(tx: Transaction, { id, at, before }: Use): Promise<number> {
  return tx.run((db) =>
    db
      .updateTable('tokens')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)])),
  );
}
