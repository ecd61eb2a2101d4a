// Every place that holds sealed texts, so that a new key reaches them all.
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { type Query, query } from '../../../db/query.ts';
import type { SealedColumn, SecretPlace } from '../../../lib/secrets.ts';
import type { Reseal } from '../settings/record.ts';
import { resealSettings } from '../settings/resealing.ts';

interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

interface Column {
  /** The place of a row's secret. */
  readonly placeOf: (id: string) => SecretPlace;
  /** The column that identifies the row. */
  readonly key: string;
  /** Which rows hold a secret; all that hold anything unless told. */
  readonly id?: string;
}

const rowsOf = ({ placeOf, key, id }: Column): Query<Record<string, never>, SealedRow> => {
  const { table, column } = placeOf('');
  const which = id === undefined ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(key)} = ${id}`;
  return query()((db, _none, engine) => ({
    compile: () =>
      sql<SealedRow>`select ${sql.ref(key)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
        where ${which} ${engine === 'postgres' ? sql`for update` : sql``}`.compile(db),
  }));
};

/** Goes through a column that holds one secret a row; answers how many it sealed anew. */
const columnOf = (spec: Column) => {
  const rows = rowsOf(spec);
  return async (tx: Transaction, reseal: Reseal): Promise<number> => {
    let count = 0;
    for (const { id, sealed } of await tx.rows(rows, {})) {
      const { placeOf, key } = spec;
      const { table, column } = placeOf(id);
      const resealed = reseal(placeOf(id), sealed);
      if (resealed === sealed) continue;
      const set = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${resealed} where ${sql.ref(key)} = ${id}`;
      count += await tx.run((db) => ({ compile: () => set.compile(db) }));
    }
    return count;
  };
};

/** How each column is gone through. */
const columns: Readonly<Record<SealedColumn, (tx: Transaction, reseal: Reseal) => Promise<number>>> = {
  'users.two_factor_secret': columnOf({
    placeOf: (id) => ({ table: 'users', column: 'two_factor_secret', id }),
    key: 'id',
  }),
  'users.two_factor_phone': columnOf({
    placeOf: (id) => ({ table: 'users', column: 'two_factor_phone', id }),
    key: 'id',
  }),
  'instance.value': columnOf({
    placeOf: (id) => ({ table: 'instance', column: 'value', id }),
    key: 'name',
    id: 'audit-key',
  }),
  'oidc_keys.private_key': columnOf({
    placeOf: (id) => ({ table: 'oidc_keys', column: 'private_key', id }),
    key: 'kid',
  }),
  'settings.document': resealSettings,
  'outbox.message': columnOf({ placeOf: (id) => ({ table: 'outbox', column: 'message', id }), key: 'id' }),
};

/** Seals everything anew that is not sealed with the wanted key; answers how many secrets that were. */
export const resealAll = async (tx: Transaction, reseal: Reseal): Promise<number> => {
  let count = 0;
  for (const resealColumn of Object.values(columns)) count += await resealColumn(tx, reseal);
  return count;
};
