import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { isInJsonArray, jsonText } from '../../../db/expressions.ts';
import { type Builder, query, type RowsOf } from '../../../db/query.ts';
import type { Introduction } from '../../../kernel/introduction.ts';
import type { UnknownValueSetting } from '../../../kernel/unknown-values.ts';
import { isUnchecked } from '../policies/store.ts';

const isTarget = (condition: RawBuilder<unknown>, isExclusion: 0 | 1) =>
  sql<number>`case when exists (
    select 1 from policy_set_targets
    where policy_set_targets.policy_set_id = policy_sets.id
      and policy_set_targets.is_exclusion = ${sql.lit(isExclusion)}
      and (${condition})
  ) then 1 else 0 end`;

const hasParameters = sql<0 | 1>`case when exists (
    select 1 from policy_set_parameters where policy_set_parameters.policy_set_id = policy_sets.id
  ) then 1 else 0 end`;

const isWorkspace = (id: string) => sql`policy_set_targets.workspace_id = ${id}`;
const isProject = (id: string) => sql`policy_set_targets.project_id = ${id}`;

/**
 * Location with which policy sets are compared. A property is an empty string if the location does not have this value.
 */
interface ScopeLocation {
  readonly organization: string;
  readonly workspace: string;
  readonly project: string;
  /** Project with which the exclusions of policy sets are compared. */
  readonly excludedProject: string;
  readonly only: string;
}

/** Maximum length in characters of a set's or policy's description in outcomes. */
export const maxDescription = 1_000;

/** Selects at most one character more than `maxDescription`, so that the caller can detect a longer description. */
const shortDescription = (table: 'policies' | 'policy_sets') =>
  sql<string | null>`substr(${sql.ref(`${table}.description`)}, 1, ${sql.lit(maxDescription + 1)})`.as('description');

/**
 * Selects all policy sets of the organization, or only the set `only`. The result states for each set whether it has
 * the workspace or the project as a target, and whether it excludes one of them.
 */
export const candidateSets = query<ScopeLocation>()((db, { organization, workspace, project, excludedProject, only }) =>
  db
    .selectFrom('policy_sets')
    .select(['id', 'name', 'kind', 'is_global', 'is_overridable', 'is_shadow', 'current_version_id', 'input'])
    .select('unknown_values')
    .select(shortDescription('policy_sets'))
    .select(['tag_selectors', 'tag_selector_matching_logic'])
    .select([
      isTarget(isWorkspace(workspace), 0).as('names_workspace'),
      isTarget(isProject(project), 0).as('names_project'),
      isTarget(sql`${isWorkspace(workspace)} or ${isProject(excludedProject)}`, 1).as('is_excluded'),
      hasParameters.as('has_parameters'),
    ])
    .where('organization_id', '=', organization)
    .where(() => sql<SqlBool>`(${only} = '' or policy_sets.id = ${only})`)
    .orderBy('name'),
);

export type CandidateSet = RowsOf<typeof candidateSets>;

/** Selects the scope and the flags of policy sets; `ids` is a JSON array. */
export const scopedSets = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('policy_sets')
    .select(['id', 'kind', 'is_global', 'is_shadow', 'current_version_id', 'input'])
    .select(['tag_selectors', 'tag_selector_matching_logic'])
    .select(hasParameters.as('has_parameters'))
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids))
    .orderBy('name'),
);

export type ScopedSet = RowsOf<typeof scopedSets>;

/**
 * Selects those targets and exclusions of policy sets that are among the given workspaces and projects. All parameters
 * are JSON arrays.
 */
export const targetsAmong = query<{ sets: string; workspaces: string; projects: string }>()(
  (db, { sets, workspaces, projects }, engine) =>
    db
      .selectFrom('policy_set_targets')
      .select(['policy_set_id', 'workspace_id', 'project_id', 'is_exclusion'])
      .where(({ ref }) => isInJsonArray(engine, ref('policy_set_id'), sets))
      .where(({ or }) =>
        or([
          isInJsonArray(engine, sql<string>`policy_set_targets.workspace_id`, workspaces),
          isInJsonArray(engine, sql<string>`policy_set_targets.project_id`, projects),
        ]),
      ),
);

/**
 * Selects the policy sets to which policies were added individually; `policies` is a JSON array. Sets with the policies
 * of a version are left out.
 */
export const setsOfPolicies = query<{ policies: string; limit: number }>()((db, { policies, limit }, engine) =>
  db
    .selectFrom('policy_set_policies')
    .innerJoin('policy_sets', 'policy_sets.id', 'policy_set_policies.policy_set_id')
    .select(['policy_set_policies.policy_set_id', 'policy_set_policies.policy_id'])
    .where('policy_sets.current_version_id', 'is', null)
    .where(({ ref }) => isInJsonArray(engine, ref('policy_set_policies.policy_id'), policies))
    .limit(limit),
);

/**
 * Maximum length of a policy's query in characters. Longer queries have no use, and an evaluation keeps up to thousands
 * of queries in memory.
 */
export const maxQueryLength = 4_096;

const shortTexts = [
  shortDescription('policies'),
  sql<string | null>`substr(policies.query, 1, ${sql.lit(maxQueryLength + 1)})`.as('query'),
] as const;

/**
 * Selects the parameters that a policy uses, as JSON. Null if `isWanted` is 0 or if the used parameters are unknown.
 */
const usesOf = (engine: Engine, isWanted: 0 | 1, isUnknown: RawBuilder<SqlBool>) =>
  sql<string | null>`case when ${isWanted} = 1 and not (${isUnknown})
    then ${jsonText(engine, sql.ref<string>('policies.code_check'), 'parameters')} end`.as('uses');

/**
 * Selects policies with the size of their current code in bytes. The size is null if no code has been uploaded.
 * `withUses` is 1 to select the parameters that each policy uses.
 */
const policiesWithCode = (db: Builder, engine: Engine, withUses: 0 | 1) =>
  db
    .selectFrom('policies')
    .leftJoin('policy_revisions', (join) =>
      join
        .onRef('policy_revisions.policy_id', '=', 'policies.id')
        .onRef('policy_revisions.number', '=', 'policies.revision'),
    )
    .select(['policies.id', 'policies.name', 'policies.kind', 'policies.input', ...shortTexts])
    .select(['policies.enforcement_level', 'policies.introduction', 'policies.revision', 'policy_revisions.size'])
    .select(sql<string | null>`null`.as('archive_id'))
    .select(sql<string | null>`null`.as('path'))
    .select(sql<UnknownValueSetting | null>`null`.as('unknown_values'))
    .select(usesOf(engine, withUses, isUnchecked));

/** Selects policies with the columns that `policiesOfSet` selects. `ids` is a JSON array of identifiers. */
export const policiesAsMembers = query<{ ids: string }>()((db, { ids }, engine) =>
  policiesWithCode(db, engine, 1).where(({ ref }) => isInJsonArray(engine, ref('policies.id'), ids)),
);

export const policiesOfSet = query<{ policySet: string; withUses: 0 | 1 }>()((db, { policySet, withUses }, engine) =>
  policiesWithCode(db, engine, withUses)
    .innerJoin('policy_set_policies', 'policy_set_policies.policy_id', 'policies.id')
    .where('policy_set_policies.policy_set_id', '=', policySet)
    .orderBy('policies.name'),
);

/** Selects the policies of a policy set version. Their code is stored in the version's archive. */
export const policiesOfVersion = query<{ version: string; withUses: 0 | 1 }>()((db, { version, withUses }, engine) =>
  db
    .selectFrom('policy_set_versions')
    .innerJoin('policy_sets', 'policy_sets.id', 'policy_set_versions.policy_set_id')
    .innerJoin('policy_archives', 'policy_archives.id', 'policy_set_versions.archive_id')
    .innerJoin('policy_archive_policies as policies', 'policies.archive_id', 'policy_archives.id')
    .select(['policies.id', 'policies.name', 'policy_sets.kind', ...shortTexts])
    .select(['policies.enforcement_level', 'policies.introduction', 'policies.input', 'policies.path'])
    .select(['policy_archives.size', 'policies.archive_id', 'policies.unknown_values'])
    .select(sql<number | null>`null`.as('revision'))
    .select(usesOf(engine, withUses, sql<SqlBool>`1 = 0`))
    .where('policy_set_versions.id', '=', version)
    .orderBy('policies.name'),
);

/** Selects the paths of those files in an archive that contain the code of exactly one policy. */
export const pathsInArchive = query<{ archive: string }>()((db, { archive }) =>
  db
    .selectFrom('policy_archive_policies')
    .select('path')
    .where('archive_id', '=', archive)
    .where('path', 'is not', null),
);

export type SetPolicy = RowsOf<typeof policiesOfSet>;

/**
 * Returns the value of a policy's attribute `introduction` in a set. In a set in shadow mode, the value is always
 * `shadow`.
 */
export const introductionIn = (
  { is_shadow }: Pick<CandidateSet, 'is_shadow'>,
  { introduction }: Pick<SetPolicy, 'introduction'>,
): Introduction => (is_shadow === 1 ? 'shadow' : introduction);
