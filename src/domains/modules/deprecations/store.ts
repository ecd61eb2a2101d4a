import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/database.ts';
import { isInJsonArray, jsonRecords, truncatedTo, withoutIndex } from '../../../db/expressions.ts';
import { list, type RowOfList } from '../../../db/list.ts';
import { query, type RowsOf } from '../../../db/query.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import { hasOrganization } from '../../organizations/index.ts';
import { newestUndeprecated } from '../registry/newest.ts';

export type DeprecationRow = RowsOf<typeof deprecationOfVersion>;

/**
 * Maximum length in characters of a deprecation reason in responses about several versions. Longer reasons are
 * shortened.
 */
const maxReasonLength = 1_000;

export const deprecationOfVersion = query<{ version: string }>()((db, { version }) =>
  db.selectFrom('module_deprecations').select(['id', 'reason', 'link']).where('version_id', '=', version),
);

export type DeprecatedRow = RowsOf<typeof deprecatedAmong>;

const wanted = { name: 'text', provider: 'text', version: 'text' } as const;

/** Selects the deprecated versions among those in `list`, a JSON array of objects with name, provider and version. */
export const deprecatedAmong = query<{ organization: string; list: string }>()((db, { organization, list }, engine) =>
  db
    .selectFrom(jsonRecords(engine, list, wanted))
    // A cross join makes SQLite read the tables in the given order. With another join, SQLite might read the whole list
    // once for each module.
    .crossJoin('modules')
    .whereRef('modules.name', '=', 'records.name')
    .whereRef('modules.provider', '=', 'records.provider')
    .innerJoin('module_versions', (join) =>
      join
        .onRef('module_versions.module_id', '=', 'modules.id')
        .onRef('module_versions.version', '=', 'records.version'),
    )
    .innerJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .where('modules.organization_id', '=', organization)
    .select([
      'module_versions.module_id',
      'modules.name',
      'modules.provider',
      'module_versions.version',
      'module_deprecations.link',
    ])
    .select(({ ref }) => truncatedTo(ref('module_deprecations.reason'), maxReasonLength).as('reason')),
);

/** Selects the newest version of each module that is not deprecated. `ids` is a JSON array of module identifiers. */
export const newestUndeprecatedOfModules = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('modules')
    .where(({ ref }) => isInJsonArray(engine, ref('modules.id'), ids))
    .select('modules.id')
    .select((modules) => newestUndeprecated(modules).as('newest')),
);

/** An installable version of a module that has deprecated versions. */
export type AvailableRow = RowsOf<typeof availableOfDeprecated>;

const named = { name: 'text', provider: 'text' } as const;

/**
 * Selects installable versions, from newest to oldest, of those modules in `list` that have at least one deprecated
 * version. `list` is a JSON array of objects with name and provider, without duplicates.
 */
export const availableOfDeprecated = query<{ organization: string; list: string }>()(
  (db, { organization, list }, engine) =>
    db
      .selectFrom(jsonRecords(engine, list, named))
      .crossJoin('modules')
      .whereRef('modules.name', '=', 'records.name')
      .whereRef('modules.provider', '=', 'records.provider')
      .innerJoin('module_versions', 'module_versions.module_id', 'modules.id')
      .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
      .where('modules.organization_id', '=', organization)
      .where('module_versions.status', '=', 'ok')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('module_versions as other')
            .innerJoin('module_deprecations as its', 'its.version_id', 'other.id')
            .select('its.id')
            .whereRef('other.module_id', '=', 'modules.id'),
        ),
      )
      .select([
        'module_versions.module_id',
        'modules.name',
        'modules.provider',
        'module_versions.version',
        'module_versions.precedence',
        'module_deprecations.id as deprecation_id',
        'module_deprecations.link',
      ])
      .select(({ ref }) => truncatedTo(ref('module_deprecations.reason'), maxReasonLength).as('reason'))
      .orderBy('module_versions.module_id')
      .orderBy('module_versions.precedence', 'desc')
      .orderBy('module_versions.version', 'desc'),
);

export type VersionOfModule = RowsOf<typeof versionsOfModule>;

/** Selects all versions of a module, from newest to oldest. */
export const versionsOfModule = query<{ module: string }>()((db, { module }) =>
  db
    .selectFrom('module_versions')
    .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .where('module_versions.module_id', '=', module)
    .select([
      'module_versions.id',
      'module_versions.version',
      'module_versions.precedence',
      'module_versions.status',
      'module_deprecations.id as deprecation_id',
      'module_deprecations.reason',
      'module_deprecations.link',
    ])
    .orderBy('module_versions.precedence', 'desc')
    .orderBy('module_versions.version', 'desc'),
);

export type UsedDeprecationRow = RowOfList<typeof usedDeprecationList>;

/**
 * Lists an organization's deprecated versions that were downloaded since a given time. The most recently downloaded
 * version comes first.
 */
export const usedDeprecationList = list<{ organization: string; since: string }>()(
  (db, { organization, since }, { engine }) =>
    db
      .selectFrom('module_deprecations')
      .innerJoin('module_versions', 'module_versions.id', 'module_deprecations.version_id')
      .innerJoin('modules', 'modules.id', 'module_versions.module_id')
      .where('module_deprecations.organization_id', '=', organization)
      .where('module_deprecations.last_downloaded_at', '>=', since)
      // Deleted modules and versions keep their rows until a job removes the rows, but they no longer belong to an
      // organization.
      .where(({ eb, ref }) => eb(withoutIndex(engine, ref('modules.organization_id')), '=', organization))
      .select([
        'module_deprecations.id',
        'module_deprecations.version_id',
        'module_deprecations.link',
        'module_deprecations.last_downloaded_at',
        'module_versions.module_id',
        'module_versions.version',
        'modules.name',
        'modules.provider',
      ])
      .select(({ ref }) => truncatedTo(ref('module_deprecations.reason'), maxReasonLength).as('reason')),
  (rows) => rows.orderBy('module_deprecations.last_downloaded_at', 'desc').orderBy('module_deprecations.id'),
);

export const lastDownload = query<{ version: string }>()((db, { version }) =>
  db
    .selectFrom('module_downloads')
    .select(({ fn }) => fn.max<string | null>('last_downloaded_at').as('at'))
    .where('version_id', '=', version),
);

/** Counts workspaces by organization, from an index alone. */
const workspacesUsing = query<{ versions: string }>()((db, { versions }, engine) =>
  db
    .selectFrom(
      db
        .selectFrom('workspace_modules')
        .select(['organization_id', ({ fn }) => fn.count<number>('workspace_id').distinct().as('workspaces')])
        .where(({ ref }) => isInJsonArray(engine, ref('version_id'), versions))
        .groupBy('organization_id')
        .as('users'),
    )
    .where(hasOrganization(sql.ref('users.organization_id')))
    .select(sql<number>`cast(coalesce(sum(users.workspaces), 0) as bigint)`.as('total')),
);

/** Returns the number of workspaces in all organizations that use at least one of the versions. */
export async function countWorkspaces(database: Pick<Database, 'scan'>, versions: readonly string[]): Promise<number> {
  const [row] = await database.scan(workspacesUsing, { versions: JSON.stringify(versions) });
  return Number(row?.total ?? 0);
}

/** Updates the time of the last download of a deprecated version. */
export const touchDeprecation = (tx: Transaction, version: string, last_downloaded_at: string): Promise<unknown> =>
  tx.run((db) => db.updateTable('module_deprecations').set({ last_downloaded_at }).where('version_id', '=', version));

export const insertDeprecation = inserter('module_deprecations');
export const updateDeprecation = updater('module_deprecations');
export const deleteDeprecation = deleter('module_deprecations', 'version_id');
