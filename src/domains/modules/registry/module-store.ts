import { type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdate, isInJsonArray } from '../../../db/expressions.ts';
import { containing, equal, lower } from '../../../db/filters.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, type RowsOf } from '../../../db/query.ts';
import { inserter, updater } from '../../../db/writes.ts';
import { attributeProblem, existing } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import { folded } from '../../../lib/text/text.ts';
import { hasOrganization } from '../../organizations/index.ts';
import { modules } from './entity.ts';

/** A module, which consists of all versions with the same name and provider. */
export type ModuleRow = RowsOf<typeof moduleById>;

const violations = {
  modules_organization_id_name_provider_public_namespace_key: attributeProblem(
    'name',
    'taken',
    'Name has already been taken',
  ),
};

/** Selects modules with the names of their organizations. */
export const selectModules = (db: Builder) =>
  db
    .selectFrom('modules')
    .innerJoin('organizations', 'organizations.id', 'modules.organization_id')
    .select([...modules.all, 'organizations.name as organization_name']);

export const moduleById = query<{ id: string }>()((db, { id }) => selectModules(db).where('modules.id', '=', id));

/** Selects modules by identifier. `ids` is a JSON array. */
export const modulesByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  selectModules(db)
    .where(({ ref }) => isInJsonArray(engine, ref('modules.id'), ids))
    .orderBy('modules.provider'),
);

/** Selects a module by its names. `publicNamespace` is empty for the organization's own modules. */
export const moduleAt = query<{ organization: string; name: string; provider: string; publicNamespace: string }>()(
  (db, { organization, name, provider, publicNamespace }) =>
    selectModules(db)
      .where('modules.organization_id', '=', organization)
      .where('modules.name', '=', name)
      .where('modules.provider', '=', provider)
      .where('modules.public_namespace', '=', publicNamespace),
);

/** Type of module: the organization's own (`private`), or a reference to a module in the public registry. */
export type Registry = 'private' | 'public';

// No index begins with the provider or the registry, so these filters read all modules of the list.
const moduleFilters = {
  'filter[provider]': { ...equal('modules.provider'), isScan: true },
  'filter[registry_name]': {
    choices: ['private', 'public'],
    where: (_eb: unknown, registry: string) =>
      sql<SqlBool>`modules.public_namespace ${sql.raw(registry === 'private' ? '=' : '<>')} ''`,
    isScan: true,
  },
  'filter[deprecated]': {
    choices: ['true', 'false'],
    where: (_eb: unknown, deprecated: string) =>
      sql<SqlBool>`${sql.raw(deprecated === 'true' ? 'exists' : 'not exists')} (select 1 from module_versions
        inner join module_deprecations on module_deprecations.version_id = module_versions.id
        where module_versions.module_id = modules.id)`,
    isScan: true,
  },
  'filter[organization_name]': { ...equal('organizations.name_key', folded), isScan: true },
  q: containing(lower('modules.name'), 'modules.provider', lower('modules.public_namespace'), 'organizations.name_key'),
};

const byName = (rows: ReturnType<typeof selectModules>, direction: 'asc' | 'desc' = 'asc') =>
  rows
    .orderBy('modules.name', direction)
    .orderBy('modules.provider', direction)
    .orderBy('modules.public_namespace', direction);

const sorted = (rows: ReturnType<typeof selectModules>, sort: string) => {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  if (sort.endsWith('name')) return byName(rows, direction);
  return rows.orderBy('modules.updated_at', direction).orderBy('modules.id', direction);
};

/** Lists the modules of an organization, by default sorted by name. */
export const moduleList = list<{ organization: string }>()(
  (db, { organization }) => selectModules(db).where('modules.organization_id', '=', organization),
  sorted,
  { filters: moduleFilters, sorts: ['name', '-name', 'updated-at', '-updated-at'] },
);

/** Lists an organization's own modules with a given name. */
export const namedModuleList = list<{ organization: string; name: string }>()(
  (db, { organization, name }) =>
    selectModules(db)
      .where('modules.organization_id', '=', organization)
      .where('modules.name', '=', name)
      .where('modules.public_namespace', '=', ''),
  (rows) => byName(rows),
  { filters: moduleFilters },
);

const moduleForUpdate = query<{ id: string }>()((db, { id }, engine) =>
  forUpdate(
    engine,
    db
      .selectFrom('modules')
      .select('id')
      .where('id', '=', id)
      .where(({ ref }) => hasOrganization(ref('modules.organization_id'))),
  ),
);

/**
 * Locks a module until the transaction ends, so that only one transaction at a time changes the module's versions. 404
 * if the module was deleted.
 */
export async function lockModule(tx: Transaction, id: string): Promise<void> {
  existing(await tx.first(moduleForUpdate, { id }));
}

/**
 * Names that the modules for different providers have in common. `publicNamespace` is empty for the organization's own
 * modules.
 */
interface ModuleNames {
  readonly organization: string;
  readonly name: string;
  readonly publicNamespace: string;
}

const modulesNamedForUpdate = query<ModuleNames>()((db, { organization, name, publicNamespace }, engine) =>
  forUpdate(
    engine,
    db
      .selectFrom('modules')
      .select('id')
      .where('organization_id', '=', organization)
      .where('name', '=', name)
      .where('public_namespace', '=', publicNamespace)
      .orderBy('id'),
  ),
);

/** Locks the modules with a given name for all providers, and returns their identifiers. */
export async function lockModulesNamed(tx: Transaction, names: ModuleNames): Promise<readonly string[]> {
  return (await tx.rows(modulesNamedForUpdate, names)).map(({ id }) => id);
}

export const insertModule = explained(violations, inserter('modules'));

/** Stores the time of the last change to a module or its versions. */
export const touchModule = (tx: Transaction, id: string, at: string): Promise<unknown> =>
  tx.run((db) => db.updateTable('modules').set({ updated_at: at }).where('id', '=', id));

export const updateModule = updater('modules');
