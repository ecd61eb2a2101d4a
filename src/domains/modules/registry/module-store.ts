import type { Transaction } from '../../../db/database.ts';
import { forUpdate, isInJsonArray, isLike } from '../../../db/expressions.ts';
import { pageQueries } from '../../../db/page.ts';
import { type Builder, query, type RowsOf } from '../../../db/query.ts';
import { inserter, updater } from '../../../db/writes.ts';
import { attributeProblem, existing } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import { memoizeByArguments } from '../../../lib/functions/memoize.ts';
import { hasOrganization } from '../../organizations/index.ts';
import { modules } from './entity.ts';

/** A module: all versions of one name for one provider. */
export type ModuleRow = RowsOf<typeof moduleById>;

const violations = {
  modules_organization_id_name_provider_public_namespace_key: attributeProblem(
    'name',
    'taken',
    'Name has already been taken',
  ),
};

/** Modules with the names of their organizations, and with what they offer to people who write no code. */
export const selectModules = (db: Builder) =>
  db
    .selectFrom('modules')
    .innerJoin('organizations', 'organizations.id', 'modules.organization_id')
    .leftJoin('no_code_modules', 'no_code_modules.module_id', 'modules.id')
    .select([
      ...modules.all,
      'organizations.name as organization_name',
      'no_code_modules.id as no_code_module_id',
      'no_code_modules.is_enabled as is_no_code',
    ]);

export const moduleById = query<{ id: string }>()((db, { id }) => selectModules(db).where('modules.id', '=', id));

/** `ids` is a JSON array. */
export const modulesByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  selectModules(db)
    .where(({ ref }) => isInJsonArray(engine, ref('modules.id'), ids))
    .orderBy('modules.provider'),
);

/** `publicNamespace` is empty for the organization's own modules. */
export const moduleAt = query<{ organization: string; name: string; provider: string; publicNamespace: string }>()(
  (db, { organization, name, provider, publicNamespace }) =>
    selectModules(db)
      .where('modules.organization_id', '=', organization)
      .where('modules.name', '=', name)
      .where('modules.provider', '=', provider)
      .where('modules.public_namespace', '=', publicNamespace),
);

/** The values of filters; which of them apply is decided when the query is built. */
export interface ListArguments {
  readonly organization: string;
  readonly name: string;
  readonly provider: string;
  readonly pattern: string;
}

/** The organization's own modules, or its references to those of the public registry. */
export type Registry = 'private' | 'public';

/** Which modules a list is about. */
export interface ListKind {
  readonly registry: Registry | undefined;
  readonly byName: boolean;
  readonly byProvider: boolean;
  readonly isSearch: boolean;
}

/** An organization's modules: of one name, for one provider, or with a text in any of the names. */
export const moduleList = ({ registry, byName, byProvider, isSearch }: ListKind) =>
  listOfKind(registry ?? 'any', byName, byProvider, isSearch);

const listOfKind = memoizeByArguments(
  (kind: Registry | 'any', byName: boolean, byProvider: boolean, isSearch: boolean) =>
    pageQueries<ListArguments>()(
      (db, { organization, name, provider, pattern }) =>
        selectModules(db)
          .where('modules.organization_id', '=', organization)
          .$if(kind !== 'any', (rows) => rows.where('modules.public_namespace', kind === 'private' ? '=' : '<>', ''))
          .$if(byName, (rows) => rows.where('modules.name', '=', name))
          .$if(byProvider, (rows) => rows.where('modules.provider', '=', provider))
          .$if(isSearch, (rows) =>
            rows.where(({ fn, or, ref }) =>
              or([
                isLike(fn<string>('lower', ['modules.name']), pattern),
                isLike(ref('modules.provider'), pattern),
                isLike(fn<string>('lower', ['modules.public_namespace']), pattern),
                isLike(ref('organizations.name_key'), pattern),
              ]),
            ),
          ),
      (rows) => rows.orderBy('modules.name').orderBy('modules.provider').orderBy('modules.public_namespace'),
    ),
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

/** Locks a module until the transaction ends, so that changes of its versions happen one after another; 404 when it is gone. */
export async function lockModule(tx: Transaction, id: string): Promise<void> {
  existing(await tx.first(moduleForUpdate, { id }));
}

/** Names that modules have in common; `publicNamespace` is empty for the organization's own. */
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

/** Locks the modules of one name, for every provider; returns their identifiers. */
export async function lockModulesNamed(tx: Transaction, names: ModuleNames): Promise<readonly string[]> {
  return (await tx.rows(modulesNamedForUpdate, names)).map(({ id }) => id);
}

export const insertModule = explained(violations, inserter('modules'));

/** Records the time of a change to a module or its versions. */
export const touchModule = (tx: Transaction, id: string, at: string): Promise<unknown> =>
  tx.run((db) => db.updateTable('modules').set({ updated_at: at }).where('id', '=', id));

export const updateModule = updater('modules');
