import { sql } from 'kysely';
import { isLike, isOneOf, notSoughtBy, spacedList } from '../../../db/expressions.ts';
import { pageQueries } from '../../../db/page.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { Kind } from '../policies/kind.ts';

/** What policy sets are applied to; it is managed elsewhere, and known here by its identifier only. */
export type TargetType = 'workspaces' | 'projects';

/** Lists of identifiers are separated by spaces; flags are 0 or 1. */
export interface PolicySetRow {
  readonly id: string;
  readonly organization_id: string;
  readonly organization_name: string;
  readonly name: string;
  readonly description: string | null;
  readonly kind: Kind;
  readonly is_global: number;
  readonly is_overridable: number;
  readonly is_versioned: number;
  readonly policy_count: number;
  readonly policy_ids: string | null;
  readonly workspace_ids: string | null;
  readonly project_ids: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

const policySets = (db: Builder) =>
  db
    .selectFrom('policy_sets')
    .innerJoin('organizations', 'organizations.id', 'policy_sets.organization_id')
    .select([
      'policy_sets.id',
      'policy_sets.organization_id',
      'organizations.name as organization_name',
      'policy_sets.name',
      'policy_sets.description',
      'policy_sets.kind',
      'policy_sets.is_global',
      'policy_sets.is_overridable',
      'policy_sets.is_versioned',
      'policy_sets.policy_count',
      'policy_sets.created_at',
      'policy_sets.updated_at',
    ])
    .select(({ selectFrom }) => {
      const targets = (type: TargetType) =>
        selectFrom('policy_set_targets')
          .select(({ ref }) => spacedList(ref('policy_set_targets.target_id')).as('ids'))
          .whereRef('policy_set_targets.policy_set_id', '=', 'policy_sets.id')
          .where('policy_set_targets.type', '=', type);
      const policies = selectFrom('policy_set_policies')
        .select(({ ref }) => spacedList(ref('policy_set_policies.policy_id')).as('ids'))
        .whereRef('policy_set_policies.policy_set_id', '=', 'policy_sets.id');
      return [
        policies.as('policy_ids'),
        targets('workspaces').as('workspace_ids'),
        targets('projects').as('project_ids'),
      ];
    });

export const policySetById = query<{ id: string }>()((db, { id }) => policySets(db).where('policy_sets.id', '=', id));

/** `ids` is a JSON array. */
export const policySetsByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  policySets(db).where(({ ref }) => isOneOf(engine, ref('policy_sets.id'), ids)),
);

/** The sets of an organization by name; `kinds` is a JSON array. */
export const policySetList = pageQueries<{ organization: string; kinds: string; pattern: string }>()(
  (db, { organization, kinds, pattern }, engine) =>
    policySets(db)
      .where('policy_sets.organization_id', '=', organization)
      .where(({ ref }) => isOneOf(engine, ref('policy_sets.kind'), kinds))
      .where(() => isLike(sql<string>`lower(policy_sets.name)`, pattern)),
  (rows) => rows.orderBy('policy_sets.name'),
);

export const policySetIdByName = query<{ organization: string; name: string }>()((db, { organization, name }) =>
  db.selectFrom('policy_sets').select('id').where('organization_id', '=', organization).where('name', '=', name),
);

/** The kinds of an organization's policies behind identifiers; `ids` is a JSON array. */
export const policyKinds = query<{ ids: string; organization: string }>()((db, { ids, organization }, engine) =>
  db
    .selectFrom('policies')
    .select(['id', 'kind'])
    .where(({ ref }) => notSoughtBy(engine, ref('organization_id')), '=', organization)
    .where(({ ref }) => isOneOf(engine, ref('id'), ids)),
);
