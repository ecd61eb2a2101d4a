// Encrypts all secrets in the database again. Each domain declares its encrypted columns.
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import type { SealedColumns, SealedRows } from '../../../kernel/secrets.ts';
import type { SettingsGroupDefinition } from '../settings/group.ts';
import { type Reseal, resealSettings } from '../settings/reseal.ts';

/** All encrypted data: whole columns, and secrets inside the settings documents. */
export interface Sealed {
  readonly columns: SealedColumns;
  readonly groups: readonly SettingsGroupDefinition[];
}

/** Encrypts every secret again that was not encrypted with the current key. Returns the number of these secrets. */
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
    // If the secret was changed concurrently, this statement updates nothing. The concurrent change has used the new
    // key, or the next pass encrypts the secret again.
    const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${resealed}
      where ${sql.ref(key)} = ${id} and ${sql.ref(column)} = ${sealed}`;
    count += await tx.run((db) => ({ compile: () => update.compile(db) }));
  }
  return count;
}
