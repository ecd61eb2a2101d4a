import { type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray, withoutIndex } from '../../../db/expressions.ts';
import { containing, lower, oneOfWords } from '../../../db/filters.ts';
import { type Linking, linkage, wholeLinkage } from '../../../db/linkage.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, total } from '../../../db/query.ts';
import { inserter, updater } from '../../../db/writes.ts';
import type { RowOf } from '../../../kernel/columns.ts';
import { idInTenant } from '../../organizations/index.ts';
import { countSets } from '../policies/store.ts';
import { policySets } from './entity.ts';
import { type TargetType, targets } from './targets.ts';

/**
 * A policy set with the name of its organization and the identifiers of its members. The identifiers are encoded in the
 * format that `linkedIn` reads.
 */
export type PolicySetRow = RowOf<typeof policySets.columns> & {
  readonly organization_name: string;
  readonly policy_ids: string | null;
  readonly workspace_ids: string | null;
  readonly project_ids: string | null;
  readonly excluded_workspace_ids: string | null;
  readonly excluded_project_ids: string | null;
  /** Approver teams that still exist. */
  readonly approver_ids: string | null;
};

export const insertPolicySet = inserter('policy_sets');
export const updatePolicySetRow = updater('policy_sets');

/**
 * Policies, and the policy sets to which each of these policies is added or from which it is removed. The caller must
 * hold the lock on the organization.
 */
export interface PoliciesInSets {
  readonly policyIds: readonly string[];
  readonly policySetIds: readonly string[];
}

/**
 * Adds each policy to each set. None of the policies may be in one of the sets yet, and each identifier must be unique.
 */
export async function addPoliciesToSets(tx: Transaction, { policyIds, policySetIds }: PoliciesInSets): Promise<void> {
  const rows = policyIds.flatMap((policy_id) => policySetIds.map((policy_set_id) => ({ policy_id, policy_set_id })));
  if (rows.length === 0) return;
  await Promise.all([
    tx.run((db) => db.insertInto('policy_set_policies').values(rows)),
    countSets(tx, policyIds, policySetIds.length),
    countPolicies(tx, policySetIds, policyIds.length),
  ]);
}

/** Removes each policy from each set. All policies must be in all of the sets, and each identifier must be unique. */
export async function removePoliciesFromSets(
  tx: Transaction,
  { policyIds, policySetIds }: PoliciesInSets,
): Promise<void> {
  if (policyIds.length === 0 || policySetIds.length === 0) return;
  await tx.run((db, engine) =>
    db
      .deleteFrom('policy_set_policies')
      .where(({ ref }) => isInJsonArray(engine, ref('policy_id'), JSON.stringify(policyIds)))
      .where(({ ref }) => isInJsonArray(engine, ref('policy_set_id'), JSON.stringify(policySetIds))),
  );
  await countSets(tx, policyIds, -policySetIds.length);
  await countPolicies(tx, policySetIds, -policyIds.length);
}

/** Adds `by` to the number of policies that is stored for each of the given sets. */
async function countPolicies(tx: Transaction, policySetIds: readonly string[], by: number): Promise<void> {
  await tx.run((db, engine) =>
    db
      .updateTable('policy_sets')
      .set((eb) => ({ policy_count: eb('policy_count', '+', by) }))
      .where(({ ref }) => isInJsonArray(engine, ref('id'), JSON.stringify(policySetIds))),
  );
}

/** Workspaces or projects that a policy set applies to or excludes. */
export interface Targets {
  readonly policySetId: string;
  readonly type: TargetType;
  readonly ids: readonly string[];
}

/** Adds targets to a policy set. The set must not have any of these targets yet. */
export async function insertTargets(tx: Transaction, { policySetId, type, ids }: Targets): Promise<void> {
  const { column, is_exclusion } = targets[type];
  const none = { workspace_id: null, project_id: null };
  const rows = ids.map((id) => ({ ...none, policy_set_id: policySetId, is_exclusion, [column]: id }));
  if (rows.length > 0) await tx.run((db) => db.insertInto('policy_set_targets').values(rows));
}

export async function deleteTargets(tx: Transaction, { policySetId, type, ids }: Targets): Promise<void> {
  const { column, is_exclusion } = targets[type];
  await tx.run((db, engine) =>
    db
      .deleteFrom('policy_set_targets')
      .where('policy_set_id', '=', policySetId)
      .where('is_exclusion', '=', is_exclusion)
      .where(({ ref }) => isInJsonArray(engine, sql<string>`${ref(column)}`, JSON.stringify(ids))),
  );
}

/** Columns of `PolicySetRow` that contain the identifiers of to-many relationships. */
export const policySetLinkage = [
  'policy_ids',
  'workspace_ids',
  'project_ids',
  'excluded_workspace_ids',
  'excluded_project_ids',
  'approver_ids',
];

const selectPolicySets = (db: Builder, { linked }: Linking) =>
  db
    .selectFrom('policy_sets')
    .innerJoin('organizations', 'organizations.id', 'policy_sets.organization_id')
    .select(policySets.all)
    .select('organizations.name as organization_name')
    .select(({ selectFrom, ref }) => {
      const related = (type: TargetType) => {
        const { column, is_exclusion } = targets[type];
        const rows = selectFrom('policy_set_targets')
          .select(({ ref: own }) => sql<string>`${own(`policy_set_targets.${column}`)}`.as('id'))
          .whereRef('policy_set_targets.policy_set_id', '=', 'policy_sets.id')
          .where('policy_set_targets.is_exclusion', '=', is_exclusion)
          .where(`policy_set_targets.${column}`, 'is not', null);
        return linkage(rows, linked);
      };
      const policies = selectFrom('policy_set_policies')
        .select('policy_set_policies.policy_id as id')
        .whereRef('policy_set_policies.policy_set_id', '=', 'policy_sets.id');
      const approvers = selectFrom('policy_set_approvers')
        .select('policy_set_approvers.team_id as id')
        .whereRef('policy_set_approvers.policy_set_id', '=', 'policy_sets.id')
        .where(({ ref: own }) => {
          const team = own('policy_set_approvers.team_id');
          return sql<SqlBool>`${idInTenant('teams', own('policy_sets.organization_id'), team)} is not null`;
        });
      return [
        linkage(policies, linked, ref('policy_sets.policy_count')).as('policy_ids'),
        related('workspaces').as('workspace_ids'),
        related('projects').as('project_ids'),
        related('workspace-exclusions').as('excluded_workspace_ids'),
        related('project-exclusions').as('excluded_project_ids'),
        linkage(approvers, linked).as('approver_ids'),
      ];
    });

export const policySetById = query<{ id: string }>()((db, { id }) =>
  selectPolicySets(db, { linked: wholeLinkage }).where('policy_sets.id', '=', id),
);

/** Selects policy sets by identifier; `ids` is a JSON array. */
export const policySetsByIds = query<Linking & { ids: string }>()((db, { ids, linked }, engine) =>
  selectPolicySets(db, { linked }).where(({ ref }) => isInJsonArray(engine, ref('policy_sets.id'), ids)),
);

/** Lists an organization's policy sets, sorted by name. */
export const policySetList = list<{ organization: string }>()(
  (db, { organization, linked }) =>
    selectPolicySets(db, { linked }).where('policy_sets.organization_id', '=', organization),
  (rows) => rows.orderBy('policy_sets.name'),
  {
    filters: {
      'search[name]': containing(lower('policy_sets.name')),
      'filter[kind]': { ...oneOfWords('policy_sets.kind', policySets.columns.kind), isOpen: true },
    },
    linkage: policySetLinkage,
  },
);

/** Selects another policy set of the organization that has the same name, ignoring case; `name` is in lower case. */
export const policySetNamesake = query<{ organization: string; name: string; id: string }>()(
  (db, { organization, name, id }) =>
    db
      .selectFrom('policy_sets')
      .select('id')
      .where('organization_id', '=', organization)
      .where(sql<string>`lower(policy_sets.name)`, '=', name)
      .where('id', '<>', id)
      .limit(1),
);

/**
 * Selects the kind, version and number of policies of those policy sets that belong to the organization; `ids` is a
 * JSON array.
 */
export const policySetKinds = query<{ ids: string; organization: string }>()((db, { ids, organization }, engine) =>
  db
    .selectFrom('policy_sets')
    .select(['id', 'kind', 'policy_count', 'current_version_id'])
    .where(({ ref }) => withoutIndex(engine, ref('organization_id')), '=', organization)
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

export const policySetCount = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_sets').select(total).where('organization_id', '=', organization),
);
