import { sql } from 'kysely';
import type { Transaction } from '../../../../db/database.ts';
import { isInJsonArray } from '../../../../db/expressions.ts';
import { type Builder, query, type RowsOf } from '../../../../db/query.ts';
import type { StoredRow } from '../../../../db/tables.ts';
import { deleter, inserter, updater } from '../../../../db/writes.ts';
import { problemAt } from '../../../../jsonapi/errors.ts';
import { explained, type Violations } from '../../../../jsonapi/violations.ts';
import { noCodeModules, variableOptions } from './entity.ts';

/** A no-code module with its organization and the identifiers of its options. */
export type NoCodeRow = RowsOf<typeof noCodeById>;
export type OptionRow = StoredRow<'no_code_variable_options'>;

const violations: Violations = {
  no_code_modules_module_id_key: problemAt(
    '/data/relationships/registry-module/data/id',
    'exists',
    'Registry module is a no-code module already',
  ),
};

export const insertNoCode = explained(violations, inserter('no_code_modules'));
export const updateNoCodeRow = updater('no_code_modules');
export const deleteNoCodeRow = deleter('no_code_modules');
export const deleteNoCodeOf = deleter('no_code_modules', 'module_id');

const rowsOf = (db: Builder) =>
  db
    .selectFrom('no_code_modules')
    .innerJoin('organizations', 'organizations.id', 'no_code_modules.organization_id')
    .select(noCodeModules.all)
    .select('organizations.name as organization_name')
    .select(({ selectFrom }) =>
      selectFrom('no_code_variable_options')
        .select(
          sql<
            string | null
          >`string_agg(no_code_variable_options.id, ' ' order by no_code_variable_options.position)`.as('ids'),
        )
        .whereRef('no_code_variable_options.no_code_module_id', '=', 'no_code_modules.id')
        .as('option_ids'),
    );

export const noCodeById = query<{ id: string }>()((db, { id }) => rowsOf(db).where('no_code_modules.id', '=', id));

export const noCodeOfModule = query<{ module: string }>()((db, { module }) =>
  rowsOf(db).where('no_code_modules.module_id', '=', module),
);

/** `ids` is a JSON array. */
export const noCodeByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  rowsOf(db).where(({ ref }) => isInJsonArray(engine, ref('no_code_modules.id'), ids)),
);

/** Options with the organizations that they are of; `ids` is a JSON array. */
export const optionsByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('no_code_variable_options')
    .innerJoin('no_code_modules', 'no_code_modules.id', 'no_code_variable_options.no_code_module_id')
    .select(variableOptions.all)
    .select('no_code_modules.organization_id')
    .where(({ ref }) => isInJsonArray(engine, ref('no_code_variable_options.id'), ids)),
);

/** The options of a no-code module, in their order. */
export const optionsOf = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('no_code_variable_options')
    .select(variableOptions.all)
    .where('no_code_module_id', '=', id)
    .orderBy('position'),
);

const insertOptions = inserter('no_code_variable_options');
const deleteOptions = deleter('no_code_variable_options', 'no_code_module_id');

/** Gives a no-code module exactly these options. */
export async function replaceOptions(tx: Transaction, id: string, rows: readonly OptionRow[]): Promise<void> {
  await deleteOptions(tx, id);
  if (rows.length > 0) await insertOptions(tx, rows);
}
