import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray, jsonRecords, truncatedTo } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';
import { newestUndeprecated } from '../registry/newest.ts';

/** What a version's deprecation says. */
export interface DeprecationRow {
  readonly id: string;
  readonly reason: string | null;
  readonly link: string | null;
}

/** Where many versions are told of together, no more is read of each one's reason; in characters. */
const maxShortReason = 1_000;

export const deprecationOfVersion = query<{ version: string }>()((db, { version }) =>
  db.selectFrom('module_deprecations').select(['id', 'reason', 'link']).where('version_id', '=', version),
);

/** A version that is deprecated. */
export interface DeprecatedRow extends Omit<DeprecationRow, 'id'> {
  readonly module_id: string;
  readonly name: string;
  readonly provider: string;
  readonly version: string;
}

const wanted = { name: 'text', provider: 'text', version: 'text' } as const;

/** Those of an organization's versions that are deprecated; `list` is a JSON array of name, provider and version. */
export const deprecatedAmong = query<{ organization: string; list: string }>()((db, { organization, list }, engine) =>
  db
    .selectFrom(jsonRecords(engine, list, wanted))
    // NOTE: SQLite looks at what a cross join names in its order; it would else go through the whole list for each module.
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
    .select(({ ref }) => truncatedTo(ref('module_deprecations.reason'), maxShortReason).as('reason')),
);

/** What to take of each of these modules; `ids` is a JSON array. */
export const newestUndeprecatedOfModules = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('modules')
    .where(({ ref }) => isInJsonArray(engine, ref('modules.id'), ids))
    .select('modules.id')
    .select((modules) => newestUndeprecated(modules).as('newest')),
);

/** A version that a constraint may let in. */
export interface AvailableRow {
  readonly module_id: string;
  readonly name: string;
  readonly provider: string;
  readonly version: string;
  readonly precedence: string;
  readonly deprecation_id: string | null;
  readonly reason: string | null;
  readonly link: string | null;
}

const named = { name: 'text', provider: 'text' } as const;

/**
 * The versions that can be installed of those modules which have a deprecated one, newest first; `list` is a JSON array
 * of name and provider, none twice.
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
      .select(({ ref }) => truncatedTo(ref('module_deprecations.reason'), maxShortReason).as('reason'))
      .orderBy('module_versions.module_id')
      .orderBy('module_versions.precedence', 'desc')
      .orderBy('module_versions.version', 'desc'),
);

/** A version with what is said of it. */
export interface VersionOfModule {
  readonly id: string;
  readonly version: string;
  readonly precedence: string;
  readonly deprecation_id: string | null;
  readonly reason: string | null;
  readonly link: string | null;
}

/** Every version of a module, newest first. */
export const versionsOfModule = query<{ module: string }>()((db, { module }) =>
  db
    .selectFrom('module_versions')
    .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .where('module_versions.module_id', '=', module)
    .select([
      'module_versions.id',
      'module_versions.version',
      'module_versions.precedence',
      'module_deprecations.id as deprecation_id',
      'module_deprecations.reason',
      'module_deprecations.link',
    ])
    .orderBy('module_versions.precedence', 'desc')
    .orderBy('module_versions.version', 'desc'),
);

export const insertDeprecation = (tx: Transaction, row: Tables['module_deprecations']): Promise<unknown> =>
  tx.run((db) => db.insertInto('module_deprecations').values(row));

export const updateDeprecation = (
  tx: Transaction,
  id: string,
  changes: Pick<Tables['module_deprecations'], 'reason' | 'link' | 'updated_at'>,
): Promise<unknown> => tx.run((db) => db.updateTable('module_deprecations').set(changes).where('id', '=', id));

export const deleteDeprecation = (tx: Transaction, versionId: string): Promise<unknown> =>
  tx.run((db) => db.deleteFrom('module_deprecations').where('version_id', '=', versionId));
