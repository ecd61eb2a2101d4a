import type { Transaction } from '../../../db/database.ts';
import { forUpdate, isInJsonArray, isLike } from '../../../db/expressions.ts';
import { pageQueries } from '../../../db/page.ts';
import { type Builder, query, type RowsOf } from '../../../db/query.ts';
import { inserter } from '../../../db/writes.ts';
import { attributeProblem, existing } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import { memoizeByArguments } from '../../../lib/memoize-by-arguments.ts';
import { modules } from './entity.ts';

/** A module: all versions of one name for one provider. */
export type ModuleRow = RowsOf<typeof moduleById>;

const violations = {
  modules_organization_id_name_provider_key: attributeProblem('name', 'Name has already been taken'),
};

/** Modules with the names of their organizations. */
export const selectModules = (db: Builder) =>
  db
    .selectFrom('modules')
    .innerJoin('organizations', 'organizations.id', 'modules.organization_id')
    .select([...modules.all, 'organizations.name as organization_name']);

export const moduleById = query<{ id: string }>()((db, { id }) => selectModules(db).where('modules.id', '=', id));

/** `ids` is a JSON array. */
export const modulesByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  selectModules(db)
    .where(({ ref }) => isInJsonArray(engine, ref('modules.id'), ids))
    .orderBy('modules.provider'),
);

export const moduleAt = query<{ organization: string; name: string; provider: string }>()(
  (db, { organization, name, provider }) =>
    selectModules(db)
      .where('modules.organization_id', '=', organization)
      .where('modules.name', '=', name)
      .where('modules.provider', '=', provider),
);

/** The values of filters; which of them apply is decided when the query is built. */
export interface ListArguments {
  readonly organization: string;
  readonly name: string;
  readonly provider: string;
  readonly pattern: string;
}

/** An organization's modules: of one name, for one provider, or with a text in any of the names. */
export const moduleList = memoizeByArguments((byName: boolean, byProvider: boolean, isSearch: boolean) =>
  pageQueries<ListArguments>()(
    (db, { organization, name, provider, pattern }) =>
      selectModules(db)
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

const lockedModule = query<{ id: string }>()((db, { id }, engine) =>
  forUpdate(engine, db.selectFrom('modules').select('id').where('id', '=', id)),
);

/** Locks a module until the transaction ends, so that changes of its versions happen one after another; 404 when it is gone. */
export async function lockModule(tx: Transaction, id: string): Promise<void> {
  existing(await tx.first(lockedModule, { id }));
}

const lockedModulesNamed = query<{ organization: string; name: string }>()((db, { organization, name }, engine) =>
  forUpdate(
    engine,
    db
      .selectFrom('modules')
      .select('id')
      .where('organization_id', '=', organization)
      .where('name', '=', name)
      .orderBy('id'),
  ),
);

/** Locks the modules of one name, for every provider; returns their identifiers. */
export async function lockModulesNamed(
  tx: Transaction,
  organization: string,
  name: string,
): Promise<readonly string[]> {
  return (await tx.rows(lockedModulesNamed, { organization, name })).map(({ id }) => id);
}

export const insertModule = explained(violations, inserter('modules'));

/** Records the time of a change to a module or its versions. */
export const touchModule = (tx: Transaction, id: string, at: string): Promise<unknown> =>
  tx.run((db) => db.updateTable('modules').set({ updated_at: at }).where('id', '=', id));

/** Deletes modules with all their versions; `ids` is a JSON array. */
export const deleteModules = (tx: Transaction, ids: string): Promise<unknown> =>
  tx.run((db, engine) => db.deleteFrom('modules').where(({ ref }) => isInJsonArray(engine, ref('id'), ids)));
