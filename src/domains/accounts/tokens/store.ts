import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { containing } from '../../../db/filters.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, type RowsOf, total } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';
import { inserter } from '../../../db/writes.ts';
import { allBut, type RowOf } from '../../../kernel/columns.ts';
import type { Use } from '../last-use.ts';
import { isSsoOnly } from '../users/store.ts';
import { tokens } from './entity.ts';

/** Joins the owner of each token. For the token of a team, the joined organization is the organization of the team. */
const withOwner = <Row>(rows: SelectQueryBuilder<Tables, 'tokens', Row>) =>
  rows
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('teams', 'teams.id', 'tokens.team_id')
    .leftJoin('organizations', (join) =>
      join.on(({ eb, ref, fn }) =>
        eb(ref('organizations.id'), '=', fn.coalesce('tokens.organization_id', 'teams.organization_id')),
      ),
    );

/** A token and its owner, found by the hash of the token. */
export const tokenOwnerByHash = query<{ hash: string }>()((db, { hash }) =>
  withOwner(db.selectFrom('tokens'))
    .select([
      'tokens.id',
      'tokens.description',
      'tokens.last_used_at',
      'tokens.expires_at',
      'tokens.kind',
      'organizations.id as organization_id',
      'organizations.name as organization_name',
      'organizations.creator_id',
      'tokens.user_id',
      'users.username',
      'users.is_admin',
      'users.is_suspended',
      'users.sso_signed_in_at',
      'users.is_service_account',
      'users.two_factor_confirmed_at',
      isSsoOnly('users').as('is_sso_only'),
      'tokens.team_id',
      'teams.name as team_name',
      'teams.is_owners',
      'teams.permissions',
    ])
    .where('tokens.hash', '=', hash),
);

export type TokenOwnerRow = RowsOf<typeof tokenOwnerByHash>;

/** Tokens without their hashes. The creator is null if that account was deleted. */
const shownTokens = (db: Builder) =>
  db
    .selectFrom('tokens')
    .select(allBut(tokens, 'hash', 'created_by_id'))
    .select(({ selectFrom }) =>
      selectFrom('users as creator')
        .select('creator.id')
        .whereRef('creator.id', '=', 'tokens.created_by_id')
        .as('created_by_id'),
    );

/** A token without its hash. */
export type TokenRow = Omit<RowOf<typeof tokens.columns>, 'hash'>;

export const tokenById = query<{ id: string }>()((db, { id }) => shownTokens(db).where('id', '=', id));

/**
 * Selects tokens with the names of their owners. The columns of the organization are null for tokens of users, and if
 * the organization was deleted.
 */
const ownedTokens = (db: Builder) =>
  withOwner(shownTokens(db)).select([
    'users.username',
    'teams.name as team_name',
    'organizations.id as owning_organization_id',
    'organizations.name as organization_name',
  ]);

export const ownedTokenById = query<{ id: string }>()((db, { id }) => ownedTokens(db).where('tokens.id', '=', id));

export const ownedTokenByHash = query<{ hash: string }>()((db, { hash }) =>
  ownedTokens(db).where('tokens.hash', '=', hash),
);

export type OwnedTokenRow = RowsOf<typeof ownedTokenById>;

/** Number of the person's tokens that have not expired. */
export const validTokensOf = query<{ user: string; now: string }>()((db, { user, now }) =>
  db
    .selectFrom('tokens')
    .select(total)
    .where('user_id', '=', user)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
);

/** The team's token that is not one of its named tokens. A team has at most one such token. */
export const tokenOfTeam = query<{ id: string }>()((db, { id }) =>
  shownTokens(db)
    .where('team_id', '=', id)
    .where(({ eb, lit }) => eb('is_named', '=', lit(0))),
);

/** Number of a team's named tokens, and number of those with the given description. */
export const namedTokensOfTeam = query<{ team: string; description: string }>()((db, { team, description }) =>
  db
    .selectFrom('tokens')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('total'),
      fn.count<number>(eb.case().when('description', '=', description).then(1).end()).as('namesakes'),
    ])
    .where('team_id', '=', team)
    .where(({ eb, lit }) => eb('is_named', '=', lit(1))),
);

export const tokensOfTeam = list<{ team: string }>()(
  (db, { team }) => shownTokens(db).where('team_id', '=', team),
  (rows) => rows.orderBy('tokens.created_at').orderBy('tokens.id'),
);

/** Columns by which the tokens of all teams can be sorted. */
const sortColumns: Readonly<Record<string, string>> = {
  'team-name': 'teams.name_key',
  'created-by': 'users.username',
  'expired-at': 'tokens.expires_at',
  'last-used-at': 'tokens.last_used_at',
};

const sortColumn = (sort: string) => sortColumns[sort.replace(/^-/, '')] ?? '';

/**
 * Parameters of a list that `newTeamTokenList` declares. An owner of the organization sees the tokens of all teams.
 * Another caller sees the tokens of a team only if the caller has all permissions that are needed to grant the team's
 * rights.
 */
interface TeamTokens {
  readonly organization: string;
  readonly isOwner: number;
  /** Bit mask of the permissions that the caller lacks. */
  readonly lacking: number;
}

/**
 * Declares the list of the tokens of an organization's teams, without those that the caller may not see. `permissions`
 * is an SQL expression for the permissions that a caller needs to grant the rights of the row's team. In ascending
 * order, tokens without a value in the sort column come first.
 */
export const newTeamTokenList = (permissions: Expression<number>) =>
  list<TeamTokens>()(
    (db, { organization, isOwner, lacking }, { sort }) =>
      shownTokens(db)
        .innerJoin('teams', 'teams.id', 'tokens.team_id')
        .$if(sortColumn(sort) === 'users.username', (rows) =>
          // The table is joined only if needed, because the join costs a lookup for each row.
          rows.leftJoin('users', 'users.id', 'tokens.created_by_id'),
        )
        .where('teams.organization_id', '=', organization)
        .where(() => sql<SqlBool>`(${isOwner} = 1 or (teams.is_owners = 0 and (${permissions} & ${lacking}) = 0))`),
    (rows, sort) => {
      const column = sortColumn(sort);
      // The name column is not wrapped in an expression, so that an index can deliver the names in order.
      const value = column === 'teams.name_key' ? sql`${sql.ref(column)}` : sql`coalesce(${sql.ref(column)}, '')`;
      return rows.orderBy(value, sort.startsWith('-') ? 'desc' : 'asc').orderBy('tokens.id');
    },
    {
      filters: { q: containing('teams.name_key') },
      sorts: Object.keys(sortColumns).flatMap((name) => [name, `-${name}`]),
      isSorted: true,
    },
  );

/** An organization's full-access token or its audit trail token, depending on `kind`. */
export const tokenOfOrganization = query<{ id: string; kind: TokenRow['kind'] }>()((db, { id, kind }) =>
  shownTokens(db).where('organization_id', '=', id).where('kind', '=', kind),
);

export const tokensOfUser = list<{ user: string }>()(
  (db, { user }) => shownTokens(db).where('user_id', '=', user),
  (rows) => rows.orderBy('tokens.created_at').orderBy('tokens.id'),
);

export const insertToken = inserter('tokens');

/** Deletes a token. Returns false if it was deleted before. */
export async function deleteTokenRow(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.run((db) => db.deleteFrom('tokens').where('id', '=', id))) === 1;
}

/** Deletes all tokens of a person. Returns their number. */
export function deleteTokensOf(tx: Transaction, userId: string): Promise<number> {
  return tx.run((db) => db.deleteFrom('tokens').where('user_id', '=', userId));
}

/** Records a use of a token, unless a use later than `before` is already recorded. */
export function noteTokenUse(tx: Transaction, { id, at, before }: Use): Promise<number> {
  return tx.run((db) =>
    db
      .updateTable('tokens')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)])),
  );
}
