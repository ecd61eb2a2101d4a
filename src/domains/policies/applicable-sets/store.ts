import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Builder, query, type RowsOf } from '../../../db/query.ts';

const isTarget = (condition: RawBuilder<unknown>, isExclusion: 0 | 1) =>
  sql<number>`case when exists (
    select 1 from policy_set_targets
    where policy_set_targets.policy_set_id = policy_sets.id
      and policy_set_targets.is_exclusion = ${sql.lit(isExclusion)}
      and (${condition})
  ) then 1 else 0 end`;

const isWorkspace = (id: string) => sql`policy_set_targets.workspace_id = ${id}`;
const isProject = (id: string) => sql`policy_set_targets.project_id = ${id}`;

/** Location that sets are matched against. In each property, an empty string means that none is given. */
interface ScopeLocation {
  readonly organization: string;
  readonly workspace: string;
  readonly project: string;
  /** Project that is matched against exclusions. */
  readonly excludedProject: string;
  readonly only: string;
}

/** Maximum length of the shown description of a set or a policy, in characters. */
export const maxDescription = 1_000;

/** Selects a description up to one character beyond `maxDescription`, so that truncation can be detected. */
const shortDescription = (table: 'policies' | 'policy_sets') =>
  sql<string | null>`substr(${sql.ref(`${table}.description`)}, 1, ${sql.lit(maxDescription + 1)})`.as('description');

/**
 * Selects the organization's sets, or only the set `only`, and for each whether it names the workspace, names the
 * project, or excludes the workspace or the project.
 */
export const candidateSets = query<ScopeLocation>()((db, { organization, workspace, project, excludedProject, only }) =>
  db
    .selectFrom('policy_sets')
    .select(['id', 'name', 'kind', 'is_global', 'is_overridable', 'is_shadow', 'current_version_id', 'input'])
    .select(shortDescription('policy_sets'))
    .select(['tag_selectors', 'tag_selector_matching_logic'])
    .select([
      isTarget(isWorkspace(workspace), 0).as('names_workspace'),
      isTarget(isProject(project), 0).as('names_project'),
      isTarget(sql`${isWorkspace(workspace)} or ${isProject(excludedProject)}`, 1).as('is_excluded'),
    ])
    .where('organization_id', '=', organization)
    .where(() => sql<SqlBool>`(${only} = '' or policy_sets.id = ${only})`)
    .orderBy('name'),
);

export type CandidateSet = RowsOf<typeof candidateSets>;

/**
 * Maximum length of a query in characters. Longer queries serve no purpose, and one evaluation holds thousands of
 * queries in memory.
 */
export const maxQueryLength = 4_096;

const shortTexts = [
  shortDescription('policies'),
  sql<string | null>`substr(policies.query, 1, ${sql.lit(maxQueryLength + 1)})`.as('query'),
] as const;

/** Selects policies with the size of their current code in bytes, which is null before the first upload. */
const policiesWithCode = (db: Builder) =>
  db
    .selectFrom('policies')
    .leftJoin('policy_revisions', (join) =>
      join
        .onRef('policy_revisions.policy_id', '=', 'policies.id')
        .onRef('policy_revisions.number', '=', 'policies.revision'),
    )
    .select(['policies.id', 'policies.name', 'policies.kind', 'policies.input', ...shortTexts])
    .select(['policies.enforcement_level', 'policies.is_shadow', 'policies.revision', 'policy_revisions.size'])
    .select(sql<string | null>`null`.as('archive_id'))
    .select(sql<string | null>`null`.as('path'));

/** Selects one policy in the same shape as the policies of a set. */
export const policyAsMember = query<{ id: string }>()((db, { id }) =>
  policiesWithCode(db).where('policies.id', '=', id),
);

export const policiesOfSet = query<{ policySet: string }>()((db, { policySet }) =>
  policiesWithCode(db)
    .innerJoin('policy_set_policies', 'policy_set_policies.policy_id', 'policies.id')
    .where('policy_set_policies.policy_set_id', '=', policySet)
    .orderBy('policies.name'),
);

/** Selects the policies of a policy set version. Their code is in an archive. */
export const policiesOfVersion = query<{ version: string }>()((db, { version }) =>
  db
    .selectFrom('policy_set_versions')
    .innerJoin('policy_sets', 'policy_sets.id', 'policy_set_versions.policy_set_id')
    .innerJoin('policy_archives', 'policy_archives.id', 'policy_set_versions.archive_id')
    .innerJoin('policy_archive_policies as policies', 'policies.archive_id', 'policy_archives.id')
    .select(['policies.id', 'policies.name', 'policy_sets.kind', ...shortTexts])
    .select(['policies.enforcement_level', 'policies.is_shadow', 'policies.input', 'policies.path'])
    .select(['policy_archives.size', 'policies.archive_id'])
    .select(sql<number | null>`null`.as('revision'))
    .where('policy_set_versions.id', '=', version)
    .orderBy('policies.name'),
);

/** Selects the paths of the files in an archive that each contain the code of one policy. */
export const pathsInArchive = query<{ archive: string }>()((db, { archive }) =>
  db
    .selectFrom('policy_archive_policies')
    .select('path')
    .where('archive_id', '=', archive)
    .where('path', 'is not', null),
);

export type SetPolicy = RowsOf<typeof policiesOfSet>;
