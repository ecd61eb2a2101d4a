import { cutAt, held, isLike, isOneOf } from '../../../db/expressions.ts';
import { pageQueries, unseen } from '../../../db/page.ts';
import { type Builder, query } from '../../../db/query.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { variants } from '../../../lib/variants.ts';

/** A module: all versions of one name for one provider. */
export interface ModuleRow {
  readonly id: string;
  readonly organization_id: string;
  readonly organization_name: string;
  readonly name: string;
  readonly provider: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What the tables' constraints mean. */
export const violations = {
  modules_organization_id_name_provider_key: attributeProblem('name', 'Name has already been taken'),
};

const modules = (db: Builder) =>
  db
    .selectFrom('modules')
    .innerJoin('organizations', 'organizations.id', 'modules.organization_id')
    .select([
      'modules.id',
      'modules.organization_id',
      'modules.name',
      'modules.provider',
      'modules.created_at',
      'modules.updated_at',
      'organizations.name as organization_name',
    ]);

export const moduleById = query<{ id: string }>()((db, { id }) => modules(db).where('modules.id', '=', id));

/** `ids` is a JSON array. */
export const modulesByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  modules(db)
    .where(({ ref }) => isOneOf(engine, ref('modules.id'), ids))
    .orderBy('modules.provider'),
);

/** Holds a module until the transaction ends: whatever happens to its versions happens one after the other. */
export const heldModule = query<{ id: string }>()((db, { id }, engine) =>
  held(engine, db.selectFrom('modules').select('id').where('id', '=', id)),
);

export const moduleAt = query<{ organization: string; name: string; provider: string }>()(
  (db, { organization, name, provider }) =>
    modules(db)
      .where('modules.organization_id', '=', organization)
      .where('modules.name', '=', name)
      .where('modules.provider', '=', provider),
);

/** Holds the modules of one name, for whatever provider. */
export const heldModulesNamed = query<{ organization: string; name: string }>()((db, { organization, name }, engine) =>
  held(
    engine,
    db
      .selectFrom('modules')
      .select('id')
      .where('organization_id', '=', organization)
      .where('name', '=', name)
      .orderBy('id'),
  ),
);

/** What narrows a list; a list's SQL depends on which of them are there. */
export interface ListArguments {
  readonly organization: string;
  readonly name: string;
  readonly provider: string;
  readonly pattern: string;
}

/** An organization's modules: of one name, for one provider, or found by a word in either. */
export const moduleList = variants((byName: boolean, byProvider: boolean, isSearch: boolean) =>
  pageQueries<ListArguments>()(
    (db, { organization, name, provider, pattern }) =>
      modules(db)
        .where('modules.organization_id', '=', organization)
        .$if(byName, (rows) => rows.where('modules.name', '=', name))
        .$if(byProvider, (rows) => rows.where('modules.provider', '=', provider))
        .$if(isSearch, (rows) =>
          rows.where(({ fn, or, ref }) =>
            or([
              isLike(fn<string>('lower', ['modules.name']), pattern),
              isLike(ref('modules.provider'), pattern),
              isLike(ref('organizations.name_key'), pattern),
            ]),
          ),
        ),
    (rows) => rows.orderBy('modules.name').orderBy('modules.provider'),
  ),
);

/** A version in a list. */
export interface ListedVersion {
  readonly module_id: string;
  readonly version: string;
  readonly status: 'pending' | 'ok';
}

/** The versions of several modules, each module's newest first; `ids` is a JSON array. */
export const versionsOfModules = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('module_versions')
    .select(['module_id', 'version', 'status'])
    .where(({ ref }) => isOneOf(engine, ref('module_id'), ids))
    .orderBy('module_id')
    .orderBy('precedence', 'desc')
    .orderBy('version', 'desc'),
);

/** A version as it is shown. */
export interface VersionRow {
  readonly id: string;
  readonly module_id: string;
  readonly version: string;
  readonly status: 'pending' | 'ok';
  readonly archive_id: string | null;
  readonly sha256: string | null;
  readonly size: number | null;
  /** JSON. */
  readonly contents: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** Of its deprecation; null where there is none, as are reason and link. */
  readonly deprecation_id: string | null;
  readonly reason: string | null;
  readonly link: string | null;
}

const versions = (db: Builder) =>
  db
    .selectFrom('module_versions')
    .leftJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .select([
      'module_versions.id',
      'module_versions.module_id',
      'module_versions.version',
      'module_versions.status',
      'module_versions.archive_id',
      'module_versions.sha256',
      'module_versions.size',
      'module_versions.contents',
      'module_versions.created_at',
      'module_versions.updated_at',
      'module_deprecations.id as deprecation_id',
      'module_deprecations.reason',
      'module_deprecations.link',
    ]);

export const versionById = query<{ id: string }>()((db, { id }) => versions(db).where('module_versions.id', '=', id));

export const versionAt = query<{ module: string; version: string }>()((db, { module, version }) =>
  versions(db).where('module_versions.module_id', '=', module).where('module_versions.version', '=', version),
);

/** Holds a version until the transaction ends. */
export const heldVersion = query<{ id: string }>()((db, { id }, engine) =>
  held(engine, db.selectFrom('module_versions').select(['id', 'status']).where('id', '=', id)),
);

/** In characters. */
const longestReason = 1_000;

/** A version that can be installed. */
export interface OfferedVersion {
  readonly id: string;
  readonly version: string;
  readonly updated_at: string;
  readonly deprecation_id: string | null;
  /** Cut, as there may be thousands of versions. */
  readonly reason: string | null;
  readonly link: string | null;
}

/** The versions of a module that can be installed, newest first. */
export const offeredVersions = query<{ module: string }>()((db, { module }) =>
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
    .select(({ ref }) => cutAt(ref('module_deprecations.reason'), longestReason).as('reason'))
    .where('module_versions.module_id', '=', module)
    .where('module_versions.status', '=', 'ok')
    .orderBy('module_versions.precedence', 'desc')
    .orderBy('module_versions.version', 'desc'),
);

export const anyVersion = query<{ module: string }>()((db, { module }) =>
  db.selectFrom('module_versions').select('id').where('module_id', '=', module).limit(1),
);

export const providersOf = query<{ organization: string; name: string }>()((db, { organization, name }) =>
  db
    .selectFrom('modules')
    .select('provider')
    .where('organization_id', '=', organization)
    .where('name', '=', name)
    .orderBy('provider'),
);

/** How often the versions of a module were fetched. */
export const downloadsOf = query<{ module: string }>()((db, { module }) =>
  db
    .selectFrom('module_versions')
    .innerJoin('module_downloads', 'module_downloads.version_id', 'module_versions.id')
    .select(({ fn }) => fn.sum<number | null>('module_downloads.count').as('number'))
    .where('module_versions.module_id', '=', module),
);

/** What narrows the list of modules with a version to install. */
interface OfferedListArguments {
  readonly organization: string;
  readonly provider: string;
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

/** The modules with a version to install: for one provider, or found by a word in either name. */
export const offeredModules = variants((byProvider: boolean, isSearch: boolean) =>
  query<OfferedListArguments>()((db, { organization, provider, pattern, limit, offset }) =>
    modules(db)
      .where('modules.organization_id', '=', organization)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('module_versions')
            .select('module_versions.id')
            .whereRef('module_versions.module_id', '=', 'modules.id')
            .where('module_versions.status', '=', 'ok'),
        ),
      )
      .$if(byProvider, (rows) => rows.where('modules.provider', '=', provider))
      .$if(isSearch, (rows) =>
        rows.where(({ fn, or, ref }) =>
          or([isLike(fn<string>('lower', ['modules.name']), pattern), isLike(ref('modules.provider'), pattern)]),
        ),
      )
      .orderBy('modules.name')
      .orderBy('modules.provider')
      .limit(unseen(limit))
      .offset(unseen(offset)),
  ),
);

/** The versions of several modules that can be installed, each module's newest first; `ids` is a JSON array. */
export const offeredVersionsOf = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('module_versions')
    .select(['module_id', 'version', 'updated_at'])
    .where(({ ref }) => isOneOf(engine, ref('module_id'), ids))
    .where('status', '=', 'ok')
    .orderBy('module_id')
    .orderBy('precedence', 'desc')
    .orderBy('version', 'desc'),
);

/** How often the versions of several modules were fetched; `ids` is a JSON array. */
export const downloadsOfModules = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('module_versions')
    .innerJoin('module_downloads', 'module_downloads.version_id', 'module_versions.id')
    .select(['module_versions.module_id', ({ fn }) => fn.sum<number>('module_downloads.count').as('number')])
    .where(({ ref }) => isOneOf(engine, ref('module_versions.module_id'), ids))
    .groupBy('module_versions.module_id'),
);
