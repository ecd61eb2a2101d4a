// Queries for installable modules and for deprecation notices.
import { isLike } from '../../../db/expressions.ts';
import { type Builder, query } from '../../../db/query.ts';
import { memoizeByArguments } from '../../../lib/functions/memoize.ts';
import { selectModules } from '../registry/module-store.ts';

export const providersOf = query<{ organization: string; name: string }>()((db, { organization, name }) =>
  db
    .selectFrom('modules')
    .select('provider')
    .where('organization_id', '=', organization)
    .where('name', '=', name)
    .where('public_namespace', '=', '')
    .orderBy('provider'),
);

/** Filters, limit and offset of a module list. */
interface AvailableListArguments {
  readonly organization: string;
  readonly provider: string;
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Selects installable modules. The list can be restricted to one provider, or to modules whose name or provider
 * contains a text.
 */
export const availableModules = memoizeByArguments((byProvider: boolean, isSearch: boolean) =>
  query<AvailableListArguments>()((db, { organization, provider, pattern, limit, offset }) =>
    selectModules(db)
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
      .limit(limit)
      .offset(offset),
  ),
);

const deprecatedVersionRow = (db: Builder, version: string) =>
  db
    .selectFrom('module_versions')
    .innerJoin('module_deprecations', 'module_deprecations.version_id', 'module_versions.id')
    .innerJoin('modules', 'modules.id', 'module_versions.module_id')
    .innerJoin('organizations', 'organizations.id', 'modules.organization_id')
    .where('module_versions.id', '=', version);

/** Selects a row if the version is deprecated and its organization has enabled notices. */
export const requestedNotice = query<{ version: string }>()((db, { version }) =>
  deprecatedVersionRow(db, version)
    .where('organizations.adds_deprecation_notices', '=', 1)
    .select('module_versions.id'),
);

export const noticeOfVersion = query<{ version: string }>()((db, { version }) =>
  deprecatedVersionRow(db, version).select([
    'organizations.name as organization_name',
    'modules.name',
    'modules.provider',
    'module_versions.version',
    'module_deprecations.reason',
    'module_deprecations.link',
    'module_versions.contents',
  ]),
);
