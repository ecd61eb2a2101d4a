import { type Expression, type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdate, isInJsonArray } from '../../../db/expressions.ts';
import { containing, lower } from '../../../db/filters.ts';
import { list } from '../../../db/list.ts';
import { type Builder, bound, type Query, query, total, withColumn } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import { memoizeByArguments } from '../../../lib/functions/memoize.ts';
import { organizations } from './entity.ts';

export type OrganizationRow = StoredRow<'organizations'>;

const violations = { organizations_name_key_key: attributeProblem('name', 'taken', 'Name has already been taken') };

export const insertOrganization = explained(violations, inserter('organizations'));
export const updateOrganizationRow = explained(violations, updater('organizations'));

export const deleteOrganizationRow = deleter('organizations');

const policyCounting = memoizeByArguments((column: 'native_policy_count' | 'opa_policy_count') =>
  query<{ id: string; by: number }>()((db, { id, by }) =>
    db
      .updateTable('organizations')
      .set((eb) => ({ [column]: eb(column, '+', by) }))
      .where('id', '=', id),
  ),
);

/** Adds to an organization's number of policies of one kind. */
export function countPolicies(tx: Transaction, id: string, kind: 'native' | 'opa', by: 1 | -1): Promise<number> {
  return tx.run(bound(policyCounting(`${kind}_policy_count`), { id, by }));
}

export const organizationByKey = query<{ key: string }>()((db, { key }) =>
  db.selectFrom('organizations').select(organizations.all).where('name_key', '=', key),
);

export const organizationById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('organizations').select(organizations.all).where('id', '=', id),
);

/** Number of organizations that an account created. */
export const organizationsOfCreator = query<{ creator: string }>()((db, { creator }) =>
  db.selectFrom('organizations').select(total).where('creator_id', '=', creator),
);

/** Locks the organization until the transaction ends, so that counts of what belongs to it stay true. */
export const organizationForUpdate = query<{ id: string }>()((db, { id }, engine) =>
  forUpdate(engine, db.selectFrom('organizations').select(organizations.all).where('id', '=', id)),
);

/** `keys` is a JSON array of folded names. */
export const organizationsByKeys = query<{ keys: string }>()((db, { keys }, engine) =>
  db
    .selectFrom('organizations')
    .select(organizations.all)
    .where(({ ref }) => isInJsonArray(engine, ref('name_key'), keys)),
);

/** Names from the JSON array `keys`, in folded form, that are taken by organizations. */
export const organizationKeysAmong = query<{ keys: string }>()((db, { keys }, engine) =>
  db
    .selectFrom('organizations')
    .select('name_key')
    .where(({ ref }) => isInJsonArray(engine, ref('name_key'), keys)),
);

/** A user who comes with a token or a session, with or without a second factor; 1 and 0 stand for yes and no. */
export interface Visitor {
  readonly user: string;
  readonly bySession: number;
  readonly lacksTwoFactor: number;
}

/** The reason why an organization does not let a member in. */
export type Refusal = 'user-tokens' | 'two-factor';

/** An organization may refuse the tokens of people, and people without a second factor; null where it lets a visitor in. */
const refusal = ({ bySession, lacksTwoFactor }: Visitor) =>
  sql<Refusal | null>`case
    when organizations.allows_user_tokens = 0 and ${bySession} = 0 then 'user-tokens'
    when organizations.collaborator_auth_policy = 'two_factor_mandatory' and ${lacksTwoFactor} = 1 then 'two-factor' end`;

export const letsIn = (visitor: Visitor) => sql<SqlBool>`(${refusal(visitor)} is null)`;

const memberTeams = (db: Builder, visitor: Visitor) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .leftJoin('team_members', 'team_members.membership_id', 'memberships.id')
    // One that has been deleted may not have been removed yet.
    .leftJoin('teams', (join) =>
      join
        .onRef('teams.id', '=', 'team_members.team_id')
        .onRef('teams.organization_id', '=', 'memberships.organization_id'),
    )
    .select(['teams.id as team_id', 'teams.is_owners', 'teams.permissions', 'memberships.organization_id'])
    .select(() => refusal(visitor).as('refusal'))
    .where('memberships.user_id', '=', visitor.user)
    .where('memberships.awaited_address', 'is', null);

/** The teams of a user in an organization. A member without teams has a row of nulls; one who is not let in, the reason in each. */
export const teamsOfMember = query<Visitor & { organization: string }>()((db, parameters) =>
  memberTeams(db, parameters).where('memberships.organization_id', '=', parameters.organization),
);

/** The permissions of each team of a user in an organization, `+` for owners, or a `Refusal`; null for a stranger. */
const teamRights = (db: Builder, organization: Expression<string>, visitor: Visitor) => {
  const permissions = sql`case when teams.is_owners = 1 then '+' else cast(coalesce(teams.permissions, 0) as text) end`;
  const right = sql`coalesce(${refusal(visitor)}, ${permissions})`;
  const teams = memberTeams(db, visitor)
    .clearSelect()
    .select(() => sql<string>`string_agg(${right}, ' ')`.as('team_rights'))
    .where(({ eb }) => eb('memberships.organization_id', '=', organization));
  return sql<string | null>`${teams}`;
};

/** Extends a query by the rights that the teams of a user give in the organization whose identifier is in a column. */
export const withTeamRights = <Arguments, Row>(source: Query<Arguments, Row>, column: keyof Row & string) =>
  withColumn(source, 'team_rights', (db, row, visitor: Visitor) => teamRights(db, row(column), visitor));

/** The teams of a user in several organizations; `organizations` is a JSON array. */
export const teamsOfMemberIn = query<Visitor & { organizations: string }>()((db, parameters, engine) =>
  memberTeams(db, parameters).where(({ ref }) =>
    isInJsonArray(engine, ref('memberships.organization_id'), parameters.organizations),
  ),
);

/** A project, if it is one of the organization. */
export const projectOfOrganization = query<{ organization: string; id: string }>()((db, { organization, id }) =>
  db.selectFrom('projects').select('id').where('organization_id', '=', organization).where('id', '=', id),
);

const words = ['organizations.name_key', lower('organizations.email')] as const;

/** Filters of a list of organizations: a part of the name or the e-mail address, or of one of the two. */
export const organizationFilters = {
  'q[name]': { ...containing(words[0]), parameters: ['q[name]', 'search[name]'] },
  q: containing(...words),
  'q[email]': containing(words[1]),
};

/** The organizations of a user that let it in. */
export const organizationsOfUser = list<Visitor>()(
  (db, visitor) =>
    db
      .selectFrom('organizations')
      .innerJoin('memberships', 'memberships.organization_id', 'organizations.id')
      .select(organizations.all)
      .where('memberships.user_id', '=', visitor.user)
      .where('memberships.awaited_address', 'is', null)
      .where(() => letsIn(visitor)),
  (rows) => rows.orderBy('organizations.name_key'),
  { filters: organizationFilters },
);

const maxNames = 100;

/** The names of the organizations of a user that require a second factor. */
export const organizationsRequiringTwoFactor = query<{ user: string }>()((db, { user }) =>
  db
    .selectFrom('organizations')
    .innerJoin('memberships', 'memberships.organization_id', 'organizations.id')
    .select('organizations.name')
    .where('memberships.user_id', '=', user)
    .where('memberships.awaited_address', 'is', null)
    .where('organizations.collaborator_auth_policy', '=', 'two_factor_mandatory')
    .orderBy('organizations.name_key')
    .limit(maxNames),
);

/** A list of the one organization that the token of a team or an organization belongs to. */
export const organizationAsList = list<{ id: string }>()(
  (db, { id }) => db.selectFrom('organizations').select(organizations.all).where('id', '=', id),
  (rows) => rows.orderBy('organizations.name_key'),
  { filters: organizationFilters },
);

/** Every organization of the instance, for its operator. */
export const allOrganizations = list()(
  (db) => db.selectFrom('organizations').select(organizations.all),
  (rows) => rows.orderBy('organizations.name_key'),
  { filters: organizationFilters },
);
