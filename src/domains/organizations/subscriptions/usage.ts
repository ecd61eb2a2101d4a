// Queries that count the records that plan limits apply to.
import { sql } from 'kysely';
import { isMandatoryLevel } from '../../../db/expressions.ts';
import { type Builder, type Query, query } from '../../../db/query.ts';

interface Of {
  readonly organization: string;
}

export type UsageQuery = Query<Of, { used: number }>;

/** Adds up a column over the current versions of an organization's policy sets. */
const inVersions = (db: Builder, organization: string, column: 'version_policy_count' | 'version_mandatory_count') =>
  db
    .selectFrom('policy_sets')
    .select(({ ref }) => sql<number>`cast(coalesce(sum(${ref(column)}), 0) as integer)`.as('total'))
    .where('organization_id', '=', organization);

/** Counts individually managed policies, and policies in the current versions of policy sets. */
const countPolicies = (db: Builder, { organization }: Of) => {
  const versioned = inVersions(db, organization, 'version_policy_count');
  return db
    .selectFrom('organizations')
    .select(({ ref }) =>
      sql<number>`${ref('native_policy_count')} + ${ref('opa_policy_count')} + (${versioned})`.as('used'),
    )
    .where('id', '=', organization);
};

const countMandatoryPolicies = (db: Builder, { organization }: Of) => {
  const versioned = inVersions(db, organization, 'version_mandatory_count');
  return db
    .selectFrom('policies')
    .select(({ fn }) => sql<number>`${fn.countAll<number>()} + (${versioned})`.as('used'))
    .where('organization_id', '=', organization)
    .where(isMandatoryLevel('enforcement_level'));
};

const countPolicySets = (db: Builder, { organization }: Of) =>
  db
    .selectFrom('policy_sets')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('organization_id', '=', organization);

const countVersionedPolicySets = (db: Builder, of: Of) =>
  countPolicySets(db, of).where(({ lit, eb }) => eb('is_versioned', '=', lit(1)));

/** Counts members, including invited people but not service accounts. */
const countUsers = (db: Builder, { organization }: Of) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('memberships.organization_id', '=', organization)
    .where('users.is_service_account', '=', 0);

export const policies: UsageQuery = query<Of>()(countPolicies);
export const mandatoryPolicies: UsageQuery = query<Of>()(countMandatoryPolicies);
export const policySets: UsageQuery = query<Of>()(countPolicySets);
export const versionedPolicySets: UsageQuery = query<Of>()(countVersionedPolicySets);
export const users: UsageQuery = query<Of>()(countUsers);

/** All usage numbers of an organization, read with a single statement. */
export const wholeUsage = query<Of>()((db, of) =>
  db.selectNoFrom([
    countPolicies(db, of).as('policies'),
    countMandatoryPolicies(db, of).as('mandatory_policies'),
    countPolicySets(db, of).as('policy_sets'),
    countVersionedPolicySets(db, of).as('versioned_policy_sets'),
    countUsers(db, of).as('users'),
  ]),
);
