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

/** Adds 1 to the stored number of an organization's policies of one kind, or subtracts 1. */
export function countPolicies(tx: Transaction, id: string, kind: 'native' | 'opa', by: 1 | -1): Promise<number> {
  return tx.run(bound(policyCounting(`${kind}_policy_count`), { id, by }));
}

export const organizationByKey = query<{ key: string }>()((db, { key }) =>
  db.selectFrom('organizations').select(organizations.all).where('name_key', '=', key),
);

export const organizationById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('organizations').select(organizations.all).where('id', '=', id),
);

/** Number of organizations that an account has created. */
export const organizationsOfCreator = query<{ creator: string }>()((db, { creator }) =>
  db.selectFrom('organizations').select(total).where('creator_id', '=', creator),
);

/**
 * Reads the organization and locks it until the transaction ends. Until then, no other transaction can add or delete
 * records of the organization.
 */
export const organizationForUpdate = query<{ id: string }>()((db, { id }, engine) =>
  forUpdate(engine, db.selectFrom('organizations').select(organizations.all).where('id', '=', id)),
);

/** Organizations with the given names. `keys` is a JSON array of case-folded names. */
export const organizationsByKeys = query<{ keys: string }>()((db, { keys }, engine) =>
  db
    .selectFrom('organizations')
    .select(organizations.all)
    .where(({ ref }) => isInJsonArray(engine, ref('name_key'), keys)),
);

/** Those of the given names that belong to an organization. `keys` is a JSON array of case-folded names. */
export const organizationKeysAmong = query<{ keys: string }>()((db, { keys }, engine) =>
  db
    .selectFrom('organizations')
    .select('name_key')
    .where(({ ref }) => isInJsonArray(engine, ref('name_key'), keys)),
);

/**
 * Facts about a user from which an organization decides whether to refuse the user. `bySession` is 1 for a session and
 * 0 for a token. `lacksTwoFactor` is 1 if the user does not use two-factor authentication.
 */
export interface RefusalFacts {
  readonly user: string;
  readonly bySession: number;
  readonly lacksTwoFactor: number;
}

/**
 * Reason why an organization refuses a member: the organization does not accept user tokens, or it requires two-factor
 * authentication, which the member does not use.
 */
export type RefusalReason = 'user-tokens' | 'two-factor';

/** SQL expression for the reason why an organization refuses a user. Null if it does not refuse the user. */
const refusal = ({ bySession, lacksTwoFactor }: RefusalFacts) =>
  sql<RefusalReason | null>`case
    when organizations.allows_user_tokens = 0 and ${bySession} = 0 then 'user-tokens'
    when organizations.collaborator_auth_policy = 'two_factor_mandatory' and ${lacksTwoFactor} = 1 then 'two-factor' end`;

export const letsIn = (visitor: RefusalFacts) => sql<SqlBool>`(${refusal(visitor)} is null)`;

const memberTeams = (db: Builder, visitor: RefusalFacts) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .leftJoin('team_members', 'team_members.membership_id', 'memberships.id')
    // A deleted team whose row still exists belongs to another tenant, so the condition on `organization_id` excludes
    // it.
    .leftJoin('teams', (join) =>
      join
        .onRef('teams.id', '=', 'team_members.team_id')
        .onRef('teams.organization_id', '=', 'memberships.organization_id'),
    )
    .select(['teams.id as team_id', 'teams.is_owners', 'teams.permissions', 'memberships.organization_id'])
    .select(() => refusal(visitor).as('refusal'))
    .where('memberships.user_id', '=', visitor.user)
    .where('memberships.awaited_address', 'is', null);

/**
 * Teams of a user in an organization. If the user is a member without teams, there is one row whose team columns are
 * null. If the organization refuses the user, every row contains the reason.
 */
export const teamsOfMember = query<RefusalFacts & { organization: string }>()((db, parameters) =>
  memberTeams(db, parameters).where('memberships.organization_id', '=', parameters.organization),
);

/**
 * SQL expression for the rights that a user's teams have in an organization, as a list separated by spaces. Each team
 * contributes its permission bits, or `+` if it is the owners team. If the organization refuses the user, each entry is
 * the reason. Null if the user is not a member.
 */
const teamRights = (db: Builder, organization: Expression<string>, visitor: RefusalFacts) => {
  const permissions = sql`case when teams.is_owners = 1 then '+' else cast(coalesce(teams.permissions, 0) as text) end`;
  const right = sql`coalesce(${refusal(visitor)}, ${permissions})`;
  const teams = memberTeams(db, visitor)
    .clearSelect()
    .select(() => sql<string>`string_agg(${right}, ' ')`.as('team_rights'))
    .where(({ eb }) => eb('memberships.organization_id', '=', organization));
  return sql<string | null>`${teams}`;
};

/**
 * Adds the column `team_rights` to a query. It contains the rights of the user's teams in the organization whose
 * identifier is in `column`.
 */
export const withTeamRights = <Arguments, Row>(source: Query<Arguments, Row>, column: keyof Row & string) =>
  withColumn(source, 'team_rights', (db, row, visitor: RefusalFacts) => teamRights(db, row(column), visitor));

/** Teams of a user in several organizations. `organizations` is a JSON array of identifiers. */
export const teamsOfMemberIn = query<RefusalFacts & { organizations: string }>()((db, parameters, engine) =>
  memberTeams(db, parameters).where(({ ref }) =>
    isInJsonArray(engine, ref('memberships.organization_id'), parameters.organizations),
  ),
);

/**
 * Selects the organizations of those teams that have access to some workspace or project. `teams` is a JSON array of
 * identifiers.
 */
export const organizationsWithAccess = query<{ teams: string }>()((db, { teams }, engine) =>
  db
    .selectFrom('teams')
    .select('organization_id')
    .distinct()
    .where(({ ref }) => isInJsonArray(engine, ref('teams.id'), teams))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('team_access').select('team_access.id').whereRef('team_access.team_id', '=', 'teams.id')),
    ),
);

/** The project with this identifier, if it belongs to the organization. */
export const projectOfOrganization = query<{ organization: string; id: string }>()((db, { organization, id }) =>
  db.selectFrom('projects').select('id').where('organization_id', '=', organization).where('id', '=', id),
);

const words = ['organizations.name_key', lower('organizations.email')] as const;

/** Filters for lists of organizations. They search for text in the name, in the e-mail address, or in either. */
export const organizationFilters = {
  'q[name]': { ...containing(words[0]), parameters: ['q[name]', 'search[name]'] },
  q: containing(...words),
  'q[email]': containing(words[1]),
};

/** Organizations of which a user is a member, without those that refuse the user. */
export const organizationsOfUser = list<RefusalFacts>()(
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

/** Names of those organizations of a user, at most 100, that require two-factor authentication. */
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

/** List for a team token or an organization token. It contains only the organization to which the token belongs. */
export const organizationAsList = list<{ id: string }>()(
  (db, { id }) => db.selectFrom('organizations').select(organizations.all).where('id', '=', id),
  (rows) => rows.orderBy('organizations.name_key'),
  { filters: organizationFilters },
);

/** All organizations of the instance. Only the operator may see this list. */
export const allOrganizations = list()(
  (db) => db.selectFrom('organizations').select(organizations.all),
  (rows) => rows.orderBy('organizations.name_key'),
  { filters: organizationFilters },
);
