import { type ExpressionBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdate, isInJsonArray, truncatedTo } from '../../../db/expressions.ts';
import { type Builder, query, type RowsOf, total } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';
import { inserter } from '../../../db/writes.ts';
import { moduleVersions } from './entity.ts';

/** A version with the columns of its deprecation. These columns are null if the version is not deprecated. */
export type ModuleVersionRow = RowsOf<typeof versionById>;

const versions = (db: Builder) =>
  db
    .selectFrom('module_versions')
    .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .select([
      ...moduleVersions.all,
      'module_deprecations.id as deprecation_id',
      'module_deprecations.reason',
      'module_deprecations.link',
    ]);

/**
 * SQL condition that a version was not deleted. If a version or its module is deleted, the version's row remains until
 * a job removes it.
 */
const isThere = ({ ref, exists, selectFrom }: ExpressionBuilder<Tables, 'module_versions'>) =>
  exists(
    selectFrom('modules')
      .innerJoin('organizations', 'organizations.id', 'modules.organization_id')
      .select('modules.id')
      .where('modules.id', '=', ref('module_versions.module_id')),
  );

export const versionById = query<{ id: string }>()((db, { id }) =>
  versions(db).where('module_versions.id', '=', id).where(isThere),
);

/** A version with the columns that are needed for links to its archive. */
export type LinkedModuleVersion = RowsOf<typeof linkedVersion>;

export const linkedVersion = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('module_versions')
    .innerJoin('modules', 'modules.id', 'module_versions.module_id')
    .innerJoin('organizations', 'organizations.id', 'modules.organization_id')
    .select([
      'module_versions.id',
      'module_versions.module_id',
      'module_versions.version',
      'module_versions.status',
      'module_versions.archive_id',
      'module_versions.sha256',
      'module_versions.size',
      'modules.name',
      'modules.provider',
      'modules.organization_id',
    ])
    .where('module_versions.id', '=', id),
);

export const versionAt = query<{ module: string; version: string }>()((db, { module, version }) =>
  versions(db).where('module_versions.module_id', '=', module).where('module_versions.version', '=', version),
);

/**
 * Selects the version of a module with the given precedence. Clients treat versions with the same precedence as equal.
 */
export const versionOfPrecedence = query<{ module: string; precedence: string }>()((db, { module, precedence }) =>
  db
    .selectFrom('module_versions')
    .select('version')
    .where('module_id', '=', module)
    .where('precedence', '=', precedence),
);

/** Maximum length of a deprecation reason in characters. */
const maxReasonLength = 1_000;

/** An installable version. Its deprecation reason is shortened, because a module may have thousands of versions. */
export type AvailableVersion = RowsOf<typeof availableVersions>;

/** Selects a module's installable versions, from newest to oldest. */
export const availableVersions = query<{ module: string }>()((db, { module }) =>
  db
    .selectFrom('module_versions')
    .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .select([
      'module_versions.id',
      'module_versions.version',
      'module_versions.updated_at',
      'module_deprecations.id as deprecation_id',
      'module_deprecations.link',
    ])
    .select(({ ref }) => truncatedTo(ref('module_deprecations.reason'), maxReasonLength).as('reason'))
    .where('module_versions.module_id', '=', module)
    .where('module_versions.status', '=', 'ok')
    .orderBy('module_versions.precedence', 'desc')
    .orderBy('module_versions.version', 'desc'),
);

export const anyVersion = query<{ module: string }>()((db, { module }) =>
  db.selectFrom('module_versions').select('id').where('module_id', '=', module).limit(1),
);

export type ListedVersion = RowsOf<typeof versionsOfModules>;

/**
 * Selects the versions of several modules, for each module from newest to oldest. `ids` is a JSON array of module
 * identifiers.
 */
export const versionsOfModules = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('module_versions')
    .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .leftJoin('module_version_summaries', 'module_version_summaries.version_id', 'module_versions.id')
    .select(['module_versions.id', 'module_id', 'version', 'status', 'module_versions.updated_at'])
    .select(['module_deprecations.id as deprecation_id', 'module_version_summaries.downloads'])
    .where(({ ref }) => isInJsonArray(engine, ref('module_id'), ids))
    .orderBy('module_id')
    .orderBy('precedence', 'desc')
    .orderBy('version', 'desc'),
);

const versionForUpdate = query<{ id: string }>()((db, { id }, engine) =>
  forUpdate(
    engine,
    db
      .selectFrom('module_versions')
      .select(['id', 'status'])
      .select(({ selectFrom, fn, val }) =>
        selectFrom('module_deprecations')
          .select(({ ref }) => fn.coalesce(ref('last_downloaded_at'), val('')).as('last'))
          .whereRef('module_deprecations.version_id', '=', 'module_versions.id')
          .as('deprecated_download_at'),
      )
      .where('id', '=', id)
      .where(isThere),
  ),
);

export type LockedVersion = RowsOf<typeof versionForUpdate>;

/**
 * Locks a version until the transaction ends; undefined if the version was deleted. `deprecated_download_at` is the
 * time of the last recorded download of a deprecated version. It is an empty string before the first download, and null
 * if the version is not deprecated.
 */
export const lockVersion = (tx: Transaction, id: string): Promise<LockedVersion | undefined> =>
  tx.first(versionForUpdate, { id });

export const insertVersion = inserter('module_versions');

export const versionCount = query<{ module: string }>()((db, { module }) =>
  db.selectFrom('module_versions').select(total).where('module_id', '=', module),
);

/** Computes the total size in bytes of an organization's archives. */
export const archiveBytes = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('modules')
    .innerJoin('module_versions', 'module_versions.module_id', 'modules.id')
    .select(sql<number>`cast(coalesce(sum(module_versions.size), 0) as bigint)`.as('total'))
    .where('modules.organization_id', '=', organization),
);

/** Assigns an archive to a version. The version can then be installed. */
export const publishVersion = (
  tx: Transaction,
  id: string,
  archive: Pick<Tables['module_versions'], 'archive_id' | 'sha256' | 'size' | 'contents' | 'updated_at'>,
): Promise<unknown> =>
  tx.run((db) =>
    db
      .updateTable('module_versions')
      .set({ ...archive, status: 'ok' })
      .where('id', '=', id),
  );

/** Moves a version to another module, and removes the version's reference to its archive. */
export const moveVersion = (tx: Transaction, id: string, module_id: string): Promise<unknown> =>
  tx.run((db) => db.updateTable('module_versions').set({ module_id, archive_id: null }).where('id', '=', id));
