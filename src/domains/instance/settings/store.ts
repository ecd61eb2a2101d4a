import type { Reader, Transaction } from '../../../db/database.ts';
import { forUpdate } from '../../../db/expressions.ts';
import type { Fact } from '../../../db/fact.ts';
import { query } from '../../../db/query.ts';
import { type SettingsRow, unsetRow } from '../../../runtime/state/live-settings.ts';

const columns = ['group_id', 'revision', 'document'] as const;

const rowOf = query<{ group: string }>()((db, { group }) =>
  db.selectFrom('settings').select(columns).where('group_id', '=', group),
);

const rowForUpdate = query<{ group: string }>()((db, { group }, engine) =>
  forUpdate(engine, db.selectFrom('settings').select(columns).where('group_id', '=', group)),
);

const allRows = query()((db) => db.selectFrom('settings').select(columns));

/** Rows of the groups that were changed at least once. */
export const storedSettings: Fact<readonly SettingsRow[]> = {
  table: 'settings',
  read: (reader) => reader.rows(allRows, {}),
};

/** Returns the stored row of a group. */
export async function readDocument(reader: Reader, group: string): Promise<SettingsRow> {
  return (await reader.first(rowOf, { group })) ?? unsetRow(group);
}

/** Returns the row of a group, locked until the transaction ends. Undefined if the group was never changed. */
export function lockStoredDocument(tx: Transaction, group: string): Promise<SettingsRow | undefined> {
  return tx.first(rowForUpdate, { group });
}

/** Returns the row of a group, locked until the transaction ends. Inserts the row if it is missing. */
export async function lockDocument(tx: Transaction, group: string): Promise<SettingsRow> {
  await tx.run((db) =>
    db
      .insertInto('settings')
      .values(unsetRow(group))
      .onConflict((conflict) => conflict.column('group_id').doNothing()),
  );
  return (await lockStoredDocument(tx, group)) ?? unsetRow(group);
}

export function storeDocument(tx: Transaction, { group_id, revision, document }: SettingsRow): Promise<number> {
  return tx.run((db) => db.updateTable('settings').set({ revision, document }).where('group_id', '=', group_id));
}
