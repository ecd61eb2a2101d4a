import type { Transaction } from '../../../db/database.ts';
import { forUpdate, isInJsonArray, isLike } from '../../../db/expressions.ts';
import { pageQueries } from '../../../db/page.ts';
import { query } from '../../../db/query.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { folded } from '../../../lib/text.ts';

export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly native_policy_count: number;
  readonly opa_policy_count: number;
  readonly plan_timeout: string | null;
  readonly apply_timeout: string | null;
  readonly wants_cost_estimation: number;
  readonly uses_saml: number;
  /** Whether archives of deprecated module versions are served with a notice. */
  readonly adds_deprecation_notices: number;
  readonly created_at: string;
}

/** What the table's constraints mean. */
export const violations = { organizations_name_key_key: attributeProblem('name', 'Name has already been taken') };

export function insertOrganization(tx: Transaction, row: OrganizationRow): Promise<number> {
  return tx.run((db) => db.insertInto('organizations').values({ ...row, name_key: folded(row.name) }));
}

/** Writes what its owners may change of an organization. */
export function updateOrganizationRow(tx: Transaction, row: OrganizationRow): Promise<number> {
  const { id, native_policy_count, opa_policy_count, created_at, ...choices } = row;
  const values = { ...choices, name_key: folded(row.name) };
  return tx.run((db) => db.updateTable('organizations').set(values).where('id', '=', id));
}

/** Deletes an organization with everything that belongs to it. */
export function deleteOrganizationRow(tx: Transaction, id: string): Promise<number> {
  return tx.run((db) => db.deleteFrom('organizations').where('id', '=', id));
}

/** Adds to an organization's number of policies of one kind. */
export function countPolicies(
  tx: Transaction,
  organizationId: string,
  kind: 'native' | 'opa',
  by: 1 | -1,
): Promise<number> {
  const column = `${kind}_policy_count` as const;
  return tx.run((db) =>
    db
      .updateTable('organizations')
      .set((eb) => ({ [column]: eb(column, '+', by) }))
      .where('id', '=', organizationId),
  );
}

const columns = [
  'organizations.id',
  'organizations.name',
  'organizations.email',
  'organizations.native_policy_count',
  'organizations.opa_policy_count',
  'organizations.plan_timeout',
  'organizations.apply_timeout',
  'organizations.wants_cost_estimation',
  'organizations.uses_saml',
  'organizations.adds_deprecation_notices',
  'organizations.created_at',
] as const;

export const organizationByKey = query<{ key: string }>()((db, { key }) =>
  db.selectFrom('organizations').select(columns).where('name_key', '=', key),
);

/** Holds the organization until the transaction ends, so that counts over what belongs to it are sound. */
export const organizationForUpdate = query<{ id: string }>()((db, { id }, engine) =>
  forUpdate(engine, db.selectFrom('organizations').select(columns).where('id', '=', id)),
);

/** `keys` is a JSON array of folded names. */
export const organizationsByKeys = query<{ keys: string }>()((db, { keys }, engine) =>
  db
    .selectFrom('organizations')
    .select(columns)
    .where(({ ref }) => isInJsonArray(engine, ref('name_key'), keys)),
);

/** The teams of one person in one organization; a member without any has one row of nulls. */
export const teamsOfMember = query<{ organization: string; user: string }>()((db, { organization, user }) =>
  db
    .selectFrom('memberships')
    .leftJoin('team_members', 'team_members.membership_id', 'memberships.id')
    .leftJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['teams.is_owners', 'teams.permissions'])
    .where('memberships.user_id', '=', user)
    .where('memberships.organization_id', '=', organization),
);

/** The organizations of one person whose folded name is like a pattern. */
export const organizationsOfUser = pageQueries<{ user: string; pattern: string }>()(
  (db, { user, pattern }) =>
    db
      .selectFrom('organizations')
      .innerJoin('memberships', 'memberships.organization_id', 'organizations.id')
      .select(columns)
      .where('memberships.user_id', '=', user)
      .where(({ ref }) => isLike(ref('organizations.name_key'), pattern)),
  (rows) => rows.orderBy('organizations.name_key'),
);

/** The organization that a team's or an organization's own token belongs to, as a list. */
export const organizationAsList = pageQueries<{ id: string; pattern: string }>()(
  (db, { id, pattern }) =>
    db
      .selectFrom('organizations')
      .select(columns)
      .where('id', '=', id)
      .where(({ ref }) => isLike(ref('name_key'), pattern)),
  (rows) => rows.orderBy('organizations.name_key'),
);

/** Every organization of the instance, for its operator. */
export const allOrganizations = pageQueries<{ pattern: string }>()(
  (db, { pattern }) =>
    db
      .selectFrom('organizations')
      .select(columns)
      .where(({ ref }) => isLike(ref('name_key'), pattern)),
  (rows) => rows.orderBy('organizations.name_key'),
);
