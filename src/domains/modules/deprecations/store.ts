import { type ExpressionBuilder, sql } from 'kysely';
import { cutAt, held, isOneOf, recordsIn } from '../../../db/expressions.ts';
import { pageQueries } from '../../../db/page.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';

/** What a version's deprecation says. */
export interface DeprecationRow {
  readonly id: string;
  readonly reason: string | null;
  readonly link: string | null;
}

/** Where many versions are told of together, no more is read of each one's reason; in characters. */
const longestOfMany = 1_000;

/** Holds a version until the transaction ends: changes of its deprecation happen one after the other. */
export const heldVersion = query<{ id: string }>()((db, { id }, engine) =>
  held(engine, db.selectFrom('module_versions').select('id').where('id', '=', id)),
);

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
    .selectFrom(recordsIn(engine, list, wanted))
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
    .select(({ ref }) => cutAt(ref('module_deprecations.reason'), longestOfMany).as('reason')),
);

/** Whether a version is a release: what begins with `-` is a pre-release, unless a `+` stands before. */
const isRelease = sql<boolean>`(good.version not like '%-%' or (good.version like '%+%-%' and good.version not like '%-%+%'))`;

/** The newest version of the module at hand that can be installed and is not deprecated, or null. */
const newestGood = ({ selectFrom, fn }: ExpressionBuilder<Tables, 'modules'>) => {
  const good = selectFrom('module_versions as good')
    .select('good.version')
    .whereRef('good.module_id', '=', 'modules.id')
    .where('good.status', '=', 'ok')
    .where(({ exists, not, selectFrom: from }) =>
      not(
        exists(from('module_deprecations as spoilt').select('spoilt.id').whereRef('spoilt.version_id', '=', 'good.id')),
      ),
    )
    .orderBy('good.precedence', 'desc')
    .orderBy('good.version', 'desc')
    .limit(1);
  return fn.coalesce(good.where(isRelease), good).as('newest');
};

/** What to take of each of these modules; `ids` is a JSON array. */
export const newestGoodOfModules = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('modules')
    .where(({ ref }) => isOneOf(engine, ref('modules.id'), ids))
    .select('modules.id')
    .select(newestGood),
);

/** A version that a constraint may let in. */
export interface OfferedRow {
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
export const offeredOfSpoilt = query<{ organization: string; list: string }>()((db, { organization, list }, engine) =>
  db
    .selectFrom(recordsIn(engine, list, named))
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
    .select(({ ref }) => cutAt(ref('module_deprecations.reason'), longestOfMany).as('reason'))
    .orderBy('module_versions.module_id')
    .orderBy('module_versions.precedence', 'desc')
    .orderBy('module_versions.version', 'desc'),
);

const deprecatedVersion = (db: Builder, version: string) =>
  db
    .selectFrom('module_versions')
    .innerJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .innerJoin('modules', 'modules.id', 'module_versions.module_id')
    .innerJoin('organizations', 'organizations.id', 'modules.organization_id')
    .where('module_versions.id', '=', version);

/** A row where a version is deprecated and its organization wants its archives to say so. */
export const wantedNotice = query<{ version: string }>()((db, { version }) =>
  deprecatedVersion(db, version).where('organizations.adds_deprecation_notices', '=', 1).select('module_versions.id'),
);

export const noticeOfVersion = query<{ version: string }>()((db, { version }) =>
  deprecatedVersion(db, version).select([
    'organizations.name as organization_name',
    'modules.name',
    'modules.provider',
    'module_versions.version',
    'module_deprecations.reason',
    'module_deprecations.link',
    'module_versions.contents',
  ]),
);

/** How often somebody has fetched a version. */
export interface DownloadRow {
  /** `user`, `team` or `organization`, a colon, and the identifier. */
  readonly consumer: string;
  /** What it is called; null when it is gone. */
  readonly name: string | null;
  readonly count: number;
  readonly last_downloaded_at: string;
}

/** The identifier in a consumer of one kind. */
const idOf = (kind: 'user' | 'team' | 'organization') =>
  sql<string>`case when module_downloads.consumer like ${sql.lit(`${kind}:%`)} then substr(module_downloads.consumer, ${sql.lit(kind.length + 2)}) end`;

const downloads = (db: Builder) =>
  db
    .selectFrom('module_downloads')
    .leftJoin('users', (join) => join.on(({ eb, ref }) => eb(ref('users.id'), '=', idOf('user'))))
    .leftJoin('teams', (join) => join.on(({ eb, ref }) => eb(ref('teams.id'), '=', idOf('team'))))
    .leftJoin('organizations', (join) =>
      join.on(({ eb, ref }) => eb(ref('organizations.id'), '=', idOf('organization'))),
    )
    .select(['module_downloads.consumer', 'module_downloads.count', 'module_downloads.last_downloaded_at'])
    .select(({ fn, ref }) =>
      fn.coalesce(ref('users.username'), ref('teams.name'), ref('organizations.name')).as('name'),
    );

export const downloadPage = pageQueries<{ version: string }>()(
  (db, { version }) => downloads(db).where('module_downloads.version_id', '=', version),
  (rows) => rows.orderBy('module_downloads.last_downloaded_at', 'desc').orderBy('module_downloads.consumer'),
);

export const latestDownloads = query<{ version: string }>()((db, { version }) =>
  downloads(db)
    .where('module_downloads.version_id', '=', version)
    .orderBy('module_downloads.last_downloaded_at', 'desc')
    .orderBy('module_downloads.consumer')
    .limit(100),
);

export interface ModuleDownloadRow extends DownloadRow {
  readonly version: string;
  readonly deprecation_id: string | null;
}

export const downloadsOfModule = query<{ module: string }>()((db, { module }) =>
  downloads(db)
    .innerJoin('module_versions', 'module_versions.id', 'module_downloads.version_id')
    .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .where('module_versions.module_id', '=', module)
    .select(['module_versions.version', 'module_deprecations.id as deprecation_id'])
    .orderBy('module_versions.precedence', 'desc')
    .orderBy('module_versions.version', 'desc')
    .orderBy('module_downloads.last_downloaded_at', 'desc')
    .orderBy('module_downloads.consumer'),
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
