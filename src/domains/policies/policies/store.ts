import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import type { Engine } from '../../../db/engine.ts';
import { forUpdateSkipLocked, isInJsonArray, jsonRecords, withoutIndex } from '../../../db/expressions.ts';
import { containing, type Filter, lower, oneOfWords } from '../../../db/filters.ts';
import { type Linking, linkage, wholeLinkage } from '../../../db/linkage.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';
import { deleter, inserter, locker, updater } from '../../../db/writes.ts';
import type { RowOf } from '../../../kernel/columns.ts';
import type { Horizon } from '../../instance/index.ts';
import { hasOrganization, isWithin } from '../../organizations/index.ts';
import { policies } from './entity.ts';

/** A policy with the name of its organization and the identifiers of its sets. */
export type PolicyRow = RowOf<typeof policies.columns> & {
  readonly organization_name: string;
  /** Identifiers of the policy's sets, encoded in the format that `linkedIn` reads. */
  readonly policy_set_ids: string | null;
};

export const insertPolicy = inserter('policies');
export const updatePolicyRow = updater('policies');

/** Adds `by` to the number of sets that is stored for each of the given policies. */
export async function countSets(tx: Transaction, policyIds: readonly string[], by: number): Promise<void> {
  await tx.run((db, engine) =>
    db
      .updateTable('policies')
      .set((eb) => ({ policy_set_count: eb('policy_set_count', '+', by) }))
      .where(({ ref }) => isInJsonArray(engine, ref('id'), JSON.stringify(policyIds))),
  );
}

const failures = sql<number>`policy_outcome_days.failed + policy_outcome_days.errored
  + policy_outcome_days.shadow_failed + policy_outcome_days.shadow_errored`;

/** SQL subquery for the last day on which the outer query's policy failed. It reads only a few index entries. */
const lastFailure = sql<string | null>`(
  select policy_outcome_days.day from policy_outcome_days
  where policy_outcome_days.policy_id = policies.id and policy_outcome_days.organization_id = policies.organization_id
    and ${failures} > 0
  order by policy_outcome_days.day desc limit 1)`;

/**
 * Updates the last failure day of the given policies. It must be called after the result counts of a day have changed.
 */
export async function noteFailures(tx: Transaction, policyIds: readonly string[]): Promise<void> {
  await tx.run((db, engine) =>
    db
      .updateTable('policies')
      .set({ failed_on: lastFailure })
      .where(({ ref }) => isInJsonArray(engine, ref('id'), JSON.stringify(policyIds)))
      .where(sql<SqlBool>`coalesce(failed_on, '') <> coalesce(${lastFailure}, '')`),
  );
}

export const insertRevision = inserter('policy_revisions');
export const insertChunk = inserter('policy_chunks');

/** Copies the code of one revision to another revision of the same policy. */
export async function copyChunks(
  tx: Transaction,
  { policy, from, to }: { readonly policy: string; readonly from: number; readonly to: number },
): Promise<void> {
  await tx.run((db) =>
    db
      .insertInto('policy_chunks')
      .columns(['policy_id', 'number', 'position', 'bytes'])
      .expression((eb) =>
        eb
          .selectFrom('policy_chunks')
          .select((one) => ['policy_id', one.val(to).as('number'), 'position', 'bytes'])
          .where('policy_id', '=', policy)
          .where('number', '=', from),
      ),
  );
}

export const insertTestChunk = inserter('policy_test_chunks');
export const deleteTestChunks = deleter('policy_test_chunks', 'policy_id');

/** Selects a policy's Rego tests in one statement. Their total size is at most 1 MiB. */
export const testChunks = query<{ policy: string }>()((db, { policy }) =>
  db.selectFrom('policy_test_chunks').select('bytes').where('policy_id', '=', policy).orderBy('position'),
);

/** Selects the identifiers of the policy's sets. Most policies are in no set; for these, the subquery is skipped. */
const setIds =
  ({ linked }: Linking) =>
  ({ selectFrom, ref }: ExpressionBuilder<Tables, 'policies'>) => {
    const sets = selectFrom('policy_set_policies')
      .select('policy_set_policies.policy_set_id as id')
      .whereRef('policy_set_policies.policy_id', '=', 'policies.id');
    const count = ref('policies.policy_set_count');
    return sql<string | null>`case when ${count} > 0 then ${linkage(sets, linked, count)} end`.as('policy_set_ids');
  };

/** Columns of `PolicyRow` that contain the identifiers of to-many relationships. */
export const policyLinkage = ['policy_set_ids'];

const selectPolicies = (db: Builder, linking: Linking) =>
  db
    .selectFrom('policies')
    .select(policies.all)
    .select(setIds(linking))
    .innerJoin('organizations', 'organizations.id', 'policies.organization_id')
    .select('organizations.name as organization_name');

export const policyById = query<{ id: string }>()((db, { id }) =>
  selectPolicies(db, { linked: wholeLinkage }).where('policies.id', '=', id),
);

/** Locks a policy, so that only one transaction changes it at a time. */
export const lockedPolicy = locker('policies', policyById);

/**
 * Condition that the current code, tests and query have not been checked. The expression must build the same string as
 * `checkedSource`, and an index uses the same expression.
 */
export const isUnchecked = sql<SqlBool>`policies.kind = 'opa' and policies.revision is not null
  and (policies.checked_source is null
    or policies.checked_source <> cast(policies.revision as text) || ' ' || coalesce(policies.tests_sha256, '-') || ' '
      || coalesce(policies.query, ''))`;

/** Selects the next policy whose current code, tests and query have not been checked. */
export const nextUnchecked = query<{ now: string }>()((db, { now }) =>
  selectPolicies(db, { linked: wholeLinkage }).where('policies.id', '=', ({ selectFrom }) =>
    selectFrom('policies')
      .select('id')
      .where(isUnchecked)
      .where(({ ref }) => hasOrganization(ref('policies.organization_id')))
      .where(({ eb, or }) => or([eb('check_after', 'is', null), eb('check_after', '<=', now)]))
      .orderBy('id')
      .limit(1),
  ),
);

/** Selects policies by identifier; `ids` is a JSON array. */
export const policiesByIds = query<Linking & { ids: string }>()((db, { ids, linked }, engine) =>
  selectPolicies(db, { linked }).where(({ ref }) => isInJsonArray(engine, ref('policies.id'), ids)),
);

export const policyIdByName = query<{ organization: string; name: string }>()((db, { organization, name }) =>
  db.selectFrom('policies').select('id').where('organization_id', '=', organization).where('name', '=', name),
);

interface ListArguments {
  readonly organization: string;
  /** Organization name to return in every row. Passing it as a parameter avoids a join. */
  readonly organizationName: string;
  /** First day that the filter for failing policies considers, in the format `YYYY-MM-DD`. */
  readonly failingSince: string;
  /** Identifiers of the policies that a search found, as a JSON array; undefined if the request has no search. */
  readonly ids: string | undefined;
}

const flag = { choices: ['true', 'false'], isScan: true };

/** Filter that selects the policies in a policy set. */
const inSet: Filter<'policies'> = {
  where: ({ exists, selectFrom }, set) =>
    exists(
      selectFrom('policy_set_policies')
        .select('policy_set_policies.policy_id')
        .whereRef('policy_set_policies.policy_id', '=', 'policies.id')
        .where('policy_set_policies.policy_set_id', '=', set),
    ),
};

/** Selects the days on which the outer query's policy has results. */
const daysWithResults = ({ selectFrom }: ExpressionBuilder<Tables, 'policies'>) =>
  selectFrom('policy_outcome_days')
    .select('policy_outcome_days.id')
    .whereRef('policy_outcome_days.policy_id', '=', 'policies.id')
    .whereRef('policy_outcome_days.organization_id', '=', 'policies.organization_id');

/** Filters that can use an index sorted by policy name. */
const indexedFilters = ['filter[failing]', 'filter[introduction]', 'filter[level]', 'filter[shadow]'] as const;

/**
 * Expression on which SQLite has an index for `indexedFilters`. With the plain column instead, SQLite would use the
 * unique index on names and read every row.
 */
const inIndexOfFilters = (engine: Engine, organization: Expression<string>): Expression<string> =>
  engine === 'sqlite' ? sql<string>`(${organization} || '')` : organization;

/** Lists the policies of an organization. */
export const policyList = list<ListArguments>()(
  (db, { organization, organizationName, linked }, { engine, uses }) =>
    db
      .selectFrom('policies')
      .select(policies.all)
      .select(setIds({ linked }))
      .select(sql<string>`cast(${organizationName} as text)`.as('organization_name'))
      .where(
        ({ ref }) => {
          const place = ref('policies.organization_id');
          if (uses('ids')) return withoutIndex(engine, place);
          return indexedFilters.some(uses) ? inIndexOfFilters(engine, place) : place;
        },
        '=',
        organization,
      ),
  (rows, sort) => {
    const direction = sort.startsWith('-') ? 'desc' : 'asc';
    if (sort.endsWith('name')) return rows.orderBy('policies.name', direction);
    if (sort.endsWith('enforcement-level'))
      return rows.orderBy('policies.enforcement_level', direction).orderBy('policies.name', direction);
    // Policies without an update time sort before all others in both databases.
    const changed = sql<string>`coalesce(policies.updated_at, '')`;
    return rows.orderBy(changed, direction).orderBy('policies.id', direction);
  },
  {
    filters: {
      ids: { parameters: [], where: ({ ref }, ids, { engine }) => isInJsonArray(engine, ref('policies.id'), ids) },
      'search[name]': containing(lower('policies.name')),
      'filter[kind]': oneOfWords('policies.kind', policies.columns.kind),
      'filter[evaluated]': {
        ...flag,
        where: (eb, wanted) =>
          wanted === 'true' ? eb.exists(daysWithResults(eb)) : eb.not(eb.exists(daysWithResults(eb))),
      },
      'filter[failing]': {
        ...flag,
        where: ({ eb, or }, wanted, { values: { failingSince } }) =>
          wanted === 'true'
            ? eb('policies.failed_on', '>=', failingSince)
            : or([eb('policies.failed_on', 'is', null), eb('policies.failed_on', '<', failingSince)]),
      },
      'filter[level]': {
        ...oneOfWords('policies.enforcement_level', policies.columns.enforcement_level),
        isScan: true,
      },
      'filter[introduction]': {
        ...oneOfWords('policies.introduction', policies.columns.introduction),
        isScan: true,
      },
      'filter[policy-set]': { ...inSet, isScan: true },
      'filter[shadow]': {
        ...flag,
        where: ({ eb }, wanted) => eb('policies.introduction', wanted === 'true' ? '=' : '<>', 'shadow'),
      },
      'filter[tests]': {
        ...flag,
        where: ({ eb }, wanted) => eb('policies.tests_sha256', wanted === 'true' ? 'is not' : 'is', null),
      },
    },
    sorts: ['name', '-name', 'updated-at', '-updated-at', 'enforcement-level', '-enforcement-level'],
    linkage: policyLinkage,
    isOfReference: true,
  },
);

/** Selects the kinds of those policies that belong to the organization; `ids` is a JSON array. */
export const policyKinds = query<{ ids: string; organization: string }>()((db, { ids, organization }, engine) =>
  db
    .selectFrom('policies')
    .select(['id', 'kind'])
    .where(({ ref }) => withoutIndex(engine, ref('organization_id')), '=', organization)
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

export const currentRevision = query<{ policy: string }>()((db, { policy }) =>
  db
    .selectFrom('policies')
    .innerJoin('policy_revisions', (join) =>
      join
        .onRef('policy_revisions.policy_id', '=', 'policies.id')
        .onRef('policy_revisions.number', '=', 'policies.revision'),
    )
    .select(['policy_revisions.number', 'policy_revisions.sha256', 'policy_revisions.size'])
    .where('policies.id', '=', policy),
);

export const chunkAt = query<{ policy: string; number: number; position: number }>()(
  (db, { policy, number, position }) =>
    db
      .selectFrom('policy_chunks')
      .select('bytes')
      .where('policy_id', '=', policy)
      .where('number', '=', number)
      .where('position', '=', position),
);

/** Selects the revisions that were created before the time `before` and are not current. */
const superseded = (db: Builder, { before, ownDays }: Horizon) =>
  db
    .selectFrom('policy_revisions')
    .innerJoin('policies', 'policies.id', 'policy_revisions.policy_id')
    .where('policy_revisions.created_at', '<', before)
    .where(({ ref }) => isWithin(ref('policies.organization_id'), ownDays))
    .whereRef('policy_revisions.number', '<', 'policies.revision');

/** Selects the next policies that have superseded revisions, sorted by identifier. */
export const policiesWithSuperseded = query<Horizon & { after: string; limit: number }>()(
  (db, { after, limit, before, ownDays }) =>
    superseded(db, { before, ownDays })
      .select('policy_revisions.policy_id')
      .distinct()
      .where('policy_revisions.policy_id', '>', after)
      .orderBy('policy_revisions.policy_id')
      .limit(limit),
);

/**
 * Locks policies and thereby their revisions. Policies that another transaction has locked are skipped. `ids` is a JSON
 * array.
 */
export const policiesForUpdate = query<{ ids: string }>()((db, { ids }, engine) =>
  forUpdateSkipLocked(
    engine,
    db
      .selectFrom('policies')
      .select('id')
      .where(({ ref }) => isInJsonArray(engine, ref('id'), ids))
      .orderBy('id'),
  ),
);

/** Selects up to `limit` superseded revisions of the given policies; `ids` is a JSON array. */
export const supersededRevisions = query<Horizon & { ids: string; limit: number }>()(
  (db, { ids, limit, before, ownDays }, engine) =>
    superseded(db, { before, ownDays })
      .select([
        'policy_revisions.policy_id',
        'policy_revisions.number',
        'policy_revisions.size',
        'policies.organization_id',
      ])
      .where(({ ref }) => isInJsonArray(engine, ref('policy_revisions.policy_id'), ids))
      .orderBy('policy_revisions.policy_id')
      .orderBy('policy_revisions.number')
      .limit(limit),
);

/** Counts the superseded revisions per organization, sorted by organization name. */
export const supersededByOrganization = query<Horizon>()((db, horizon) =>
  superseded(db, horizon)
    .innerJoin('organizations', 'organizations.id', 'policies.organization_id')
    .select(({ fn }) => [
      'organizations.name as organization',
      fn.countAll<number>().as('revisions'),
      sql<number>`cast(sum(policy_revisions.size) as bigint)`.as('bytes'),
    ])
    .groupBy('organizations.name')
    .orderBy('organizations.name'),
);

/** Deletes revisions with their code and returns the number of deleted revisions. */
export function deleteRevisions(
  tx: Transaction,
  revisions: readonly Pick<Tables['policy_revisions'], 'policy_id' | 'number'>[],
): Promise<number> {
  const keys = revisions.map(({ policy_id, number }) => ({ policy_id, number }));
  return tx.run((db, engine) =>
    db.deleteFrom('policy_revisions').where(({ eb, refTuple, selectFrom }) => {
      const records = jsonRecords(engine, JSON.stringify(keys), { policy_id: 'text', number: 'bigint' });
      const wanted = selectFrom(records).select(['records.policy_id', 'records.number']);
      return eb(refTuple('policy_id', 'number'), 'in', wanted.$asTuple('policy_id', 'number'));
    }),
  );
}
