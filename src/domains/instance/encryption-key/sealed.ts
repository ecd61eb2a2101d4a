// Seals every secret of the database again. Each domain declares its sealed columns.
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import type { SealedColumns, SealedRows } from '../../../kernel/secrets.ts';
import type { Group } from '../settings/group.ts';
import { type Reseal, resealSettings } from '../settings/reseal.ts';

/** Everything that is sealed: whole columns, and the secrets inside the documents of settings. */
export interface Sealed {
  readonly columns: SealedColumns;
  readonly groups: readonly Group[];
}

/** Seals everything again that another key has sealed; returns how many secrets that were. */
export async function resealAll(tx: Transaction, { columns, groups }: Sealed, reseal: Reseal): Promise<number> {
  let count = await resealSettings(tx, groups, reseal);
  for (const rows of Object.values(columns)) count += await resealColumn(tx, rows, reseal);
  return count;
}

interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

async function resealColumn(tx: Transaction, { placeOf, key, only }: SealedRows, reseal: Reseal): Promise<number> {
  const { table, column } = placeOf('');
  const isSealed = only === undefined ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(key)} = ${only}`;
  const rows = query()((db) => ({
    compile: () =>
      sql<SealedRow>`select ${sql.ref(key)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
        where ${isSealed}`.compile(db),
  }));
  let count = 0;
  for (const { id, sealed } of await tx.rows(rows, {})) {
    const resealed = reseal(placeOf(id), sealed);
    if (resealed === sealed) continue;
    // A secret that was changed meanwhile was sealed again by that change, or is by the next look.
    const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${resealed}
      where ${sql.ref(key)} = ${id} and ${sql.ref(column)} = ${sealed}`;
    count += await tx.run((db) => ({ compile: () => update.compile(db) }));
  }
  return count;
}
