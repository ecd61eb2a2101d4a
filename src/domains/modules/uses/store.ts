// Queries of the table `workspace_modules`, which contains the module versions that each workspace uses.
import { sql } from 'kysely';
import type { Reader, Transaction } from '../../../db/database.ts';
import { isInJsonArray, jsonRecords, truncatedTo } from '../../../db/expressions.ts';
import { equal } from '../../../db/filters.ts';
import { list, type RowOfList } from '../../../db/list.ts';
import { query, type RowsOf } from '../../../db/query.ts';
import { memoizeByArguments } from '../../../lib/functions/memoize.ts';
import { releaseEnding } from '../../../protocols/module-versions/semver.ts';
import { accessiblePlaces, sharedModules } from '../../organizations/index.ts';
import { newestUndeprecated } from '../registry/newest.ts';

/** Selects those organizations among the case-folded names whose modules a given organization may use. */
export const publishersAmong = query<{ organization: string; names: string }>()((db, { organization, names }, engine) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name_key'])
    .where(({ ref }) => isInJsonArray(engine, ref('name_key'), names))
    .where(({ ref }) => sharedModules.mayUse(ref('organizations.id'), sql<string>`${organization}`)),
);

const wanted = {
  organization: 'text',
  name: 'text',
  provider: 'text',
  version: 'text',
  lower: 'text',
  upper: 'text',
  except: 'text',
  requested: 'text',
} as const;

/**
 * Selects one version for each module call, or null if no installable version matches. `list` is a JSON array of objects
 * with the identifier of the organization, the name and the provider of a module. If an object has a version, this version
 * is selected. Otherwise, the newest release is selected whose `precedence` is at least `lower`, below `upper` and not in
 * the JSON array `except`; see `precedenceRange`.
 */
export const selectedVersions = query<{ list: string }>()((db, { list: records }, engine) =>
  db
    .selectFrom(jsonRecords(engine, records, wanted))
    // A cross join makes SQLite read the tables in the given order.
    .crossJoin('modules')
    .whereRef('modules.organization_id', '=', 'records.organization')
    .whereRef('modules.name', '=', 'records.name')
    .whereRef('modules.provider', '=', 'records.provider')
    .where('modules.public_namespace', '=', '')
    .select('records.requested')
    .select(({ selectFrom, ref, fn, not }) => {
      const installable = selectFrom('module_versions')
        .select('module_versions.id')
        .whereRef('module_versions.module_id', '=', 'modules.id')
        .where('module_versions.status', '=', 'ok');
      const exact = installable.whereRef('module_versions.version', '=', 'records.version');
      const newest = installable
        .where('records.version', 'is', null)
        .where('module_versions.precedence', 'like', sql.lit(`%${releaseEnding}`))
        .whereRef('module_versions.precedence', '>=', 'records.lower')
        .whereRef('module_versions.precedence', '<', 'records.upper')
        .where(not(isInJsonArray(engine, sql.ref('module_versions.precedence'), ref('records.except'))))
        .orderBy('module_versions.precedence', 'desc')
        .orderBy('module_versions.version', 'desc')
        .limit(1);
      return fn.coalesce(exact, newest).as('id');
    }),
);

const usesOfWorkspace = query<{ workspace: string }>()((db, { workspace }) =>
  db
    .selectFrom('workspace_modules')
    .select(['version_id', 'requested', 'organization_id'])
    .where('workspace_id', '=', workspace),
);

/** Whether a row would not change. Rows without an organization were written by an older program during an upgrade. */
const isCurrent = (
  { version_id, requested, organization_id }: RowsOf<typeof usesOfWorkspace>,
  uses: ReadonlyMap<string, string>,
): boolean => organization_id !== null && uses.get(version_id) === requested;

/** Whether the stored module versions of a workspace are these ones. See `replaceUses`. */
export async function areStored(
  reader: Reader,
  workspace: string,
  uses: ReadonlyMap<string, string>,
): Promise<boolean> {
  const stored = await reader.rows(usesOfWorkspace, { workspace });
  return stored.length === uses.size && stored.every((row) => isCurrent(row, uses));
}

/**
 * Replaces the module versions that a workspace uses. `uses` maps the identifier of each version to the version or
 * constraint in the configuration. Rows that would not change are not written. Versions that were deleted in the
 * meantime are left out.
 */
export async function replaceUses(
  tx: Transaction,
  { organization, workspace }: { readonly organization: string; readonly workspace: string },
  uses: ReadonlyMap<string, string>,
): Promise<void> {
  const stored = await tx.rows(usesOfWorkspace, { workspace });
  const kept = new Set(stored.filter((row) => isCurrent(row, uses)).map(({ version_id }) => version_id));
  if (kept.size < stored.length) {
    await tx.run((db, engine) =>
      db
        .deleteFrom('workspace_modules')
        .where('workspace_id', '=', workspace)
        .where(({ not, ref }) => not(isInJsonArray(engine, ref('version_id'), JSON.stringify([...kept])))),
    );
  }
  const added = [...uses].flatMap(([version, requested]) => (kept.has(version) ? [] : [{ version, requested }]));
  if (added.length === 0) return;
  await tx.run((db, engine) =>
    db
      .insertInto('workspace_modules')
      .columns(['workspace_id', 'organization_id', 'version_id', 'requested'])
      .expression(
        db
          .selectFrom(jsonRecords(engine, JSON.stringify(added), { version: 'text', requested: 'text' }))
          .innerJoin('module_versions', 'module_versions.id', 'records.version')
          .select([sql<string>`${workspace}`.as('workspace_id'), sql<string>`${organization}`.as('organization_id')])
          .select(['module_versions.id', 'records.requested']),
      ),
  );
}

/** Maximum length of a deprecation reason in characters. */
const maxReasonLength = 1_000;

interface UseArguments {
  readonly organization: string;
  /** JSON array of the identifiers of teams. Only the workspaces to which one of them has access are listed. */
  readonly teams?: string | undefined;
  readonly workspace?: string | undefined;
  readonly version?: string | undefined;
}

/** A module version that a workspace uses. The columns of the deprecation are null if the version is not deprecated. */
export type ModuleUseRow = RowOfList<typeof moduleUseList>;

/**
 * Lists the module versions that the workspaces of an organization use, sorted by workspace and module. `workspace` and
 * `version` limit the list to one workspace or one version. Versions that the organization may no longer use are left
 * out.
 */
export const moduleUseList = list<UseArguments>()(
  (db, { organization }) =>
    db
      .selectFrom('workspace_modules')
      .innerJoin('workspaces', 'workspaces.id', 'workspace_modules.workspace_id')
      .innerJoin('module_versions', 'module_versions.id', 'workspace_modules.version_id')
      .innerJoin('modules', 'modules.id', 'module_versions.module_id')
      .innerJoin('organizations', 'organizations.id', 'modules.organization_id')
      .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
      .where('workspaces.organization_id', '=', organization)
      .where('workspace_modules.organization_id', '=', organization)
      .where(({ ref }) => sharedModules.mayUse(ref('modules.organization_id'), ref('workspaces.organization_id')))
      .select(['workspace_modules.workspace_id', 'workspace_modules.version_id', 'workspace_modules.requested'])
      .select(['workspaces.name as workspace_name', 'organizations.name as organization_name'])
      .select(['modules.name', 'modules.provider', 'module_versions.version'])
      .select(['module_deprecations.id as deprecation_id', 'module_deprecations.link'])
      .select(({ ref }) => truncatedTo(ref('module_deprecations.reason'), maxReasonLength).as('reason'))
      .select((modules) => newestUndeprecated(modules).as('newest')),
  (rows) =>
    rows
      .orderBy('workspaces.name')
      .orderBy('modules.name')
      .orderBy('modules.provider')
      .orderBy('module_versions.precedence', 'desc')
      .orderBy('workspace_modules.version_id'),
  {
    key: ['workspace_id', 'version_id'],
    isSorted: true,
    isScan: true,
    filters: {
      'filter[deprecated]': {
        choices: ['true', 'false'],
        where: ({ eb }, deprecated) => eb('module_deprecations.id', deprecated === 'true' ? 'is not' : 'is', null),
      },
      teams: {
        parameters: [],
        where: ({ ref }, teams, { engine, values: { organization } }) =>
          accessiblePlaces(engine, { organization, teams }).isAccessible({
            workspace: ref('workspaces.id'),
            project: ref('workspaces.project_id'),
          }),
      },
      workspace: { parameters: [], where: equal('workspace_modules.workspace_id').where },
      version: { parameters: [], where: equal('workspace_modules.version_id').where },
    },
  },
);

/** Selects the workspaces of a module's organization that use one of its versions, from the newest version to the oldest. */
export const usersOfModule = query<{ module: string }>()((db, { module }) =>
  db
    .selectFrom('module_versions')
    .innerJoin('modules', 'modules.id', 'module_versions.module_id')
    .innerJoin('workspace_modules', (join) =>
      join
        .onRef('workspace_modules.version_id', '=', 'module_versions.id')
        .onRef('workspace_modules.organization_id', '=', 'modules.organization_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'workspace_modules.workspace_id')
    .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .where('module_versions.module_id', '=', module)
    .select(['module_versions.version', 'module_deprecations.id as deprecation_id'])
    .select(['workspaces.name', 'workspace_modules.requested'])
    .orderBy('module_versions.precedence', 'desc')
    .orderBy('module_versions.version', 'desc')
    .orderBy('workspaces.name'),
);

interface UserArguments {
  /** JSON array of identifiers. */
  readonly versions: string;
  readonly organization: string;
  /** JSON array of identifiers. The teams must have access to the workspaces. Not used if `isLimited` is false. */
  readonly teams: string;
}

export type UserRow = RowsOf<ReturnType<typeof firstUsers>>;

/**
 * Selects, for each version, the first five workspaces of an organization that use it, sorted by name, and their total
 * number. If `isLimited` is true, only the workspaces to which one of the teams has access are selected.
 */
export const firstUsers = memoizeByArguments((isLimited: boolean) =>
  query<UserArguments>()((db, { versions, organization, teams }, engine) =>
    db
      .selectFrom(
        db
          .selectFrom('workspace_modules')
          .innerJoin('workspaces', 'workspaces.id', 'workspace_modules.workspace_id')
          .select(['workspace_modules.version_id', 'workspaces.id', 'workspaces.name'])
          .select(sql<number>`count(*) over (partition by workspace_modules.version_id)`.as('total'))
          .select(
            sql<number>`row_number() over (partition by workspace_modules.version_id order by workspaces.name, workspaces.id)`.as(
              'rank',
            ),
          )
          .where(({ ref }) => isInJsonArray(engine, ref('workspace_modules.version_id'), versions))
          .where('workspace_modules.organization_id', '=', organization)
          .$if(isLimited, (rows) =>
            rows.where(({ ref }) =>
              accessiblePlaces(engine, { organization, teams }).isAccessible({
                workspace: ref('workspaces.id'),
                project: ref('workspaces.project_id'),
              }),
            ),
          )
          .as('ranked'),
      )
      .select(['ranked.version_id', 'ranked.id', 'ranked.name', 'ranked.total'])
      .where('ranked.rank', '<=', 5)
      .orderBy('ranked.rank'),
  ),
);
