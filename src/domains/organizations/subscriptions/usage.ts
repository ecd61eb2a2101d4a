// What an organization uses of the things that plans limit.
import { type SqlBool, sql } from 'kysely';
import { type Query, query } from '../../../db/query.ts';

export type Usage = Query<{ organization: string }, { used: number }>;

export const policies: Usage = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('organizations')
    .select((eb) => eb('native_policy_count', '+', eb.ref('opa_policy_count')).as('used'))
    .where('id', '=', organization),
);

export const mandatoryPolicies: Usage = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policies')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('organization_id', '=', organization)
    // In the words of the index, which the database uses only then.
    .where(sql<SqlBool>`enforcement_level <> 'advisory'`),
);

export const policySets: Usage = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_sets')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('organization_id', '=', organization),
);

export const versionedPolicySets: Usage = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_sets')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('organization_id', '=', organization)
    .where(({ lit, eb }) => eb('is_versioned', '=', lit(1))),
);

/** Members, invited people included and service accounts left out. */
export const users: Usage = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('memberships.organization_id', '=', organization)
    .where('users.is_service_account', '=', 0),
);
