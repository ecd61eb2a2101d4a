import type { Transaction } from '../../../db/database.ts';
import { query, type RowsOf } from '../../../db/query.ts';
import { deleter, inserter } from '../../../db/writes.ts';

export type ModuleTagRow = RowsOf<typeof tagsOfModule>;

/** Selects a module's tags, sorted by key. */
export const tagsOfModule = query<{ module: string }>()((db, { module }) =>
  db
    .selectFrom('module_tags')
    .select(['id', 'module_id', 'key', 'value'])
    .where('module_id', '=', module)
    .orderBy('key'),
);

const insertTags = inserter('module_tags');
const deleteTags = deleter('module_tags', 'module_id');

export async function replaceTags(tx: Transaction, module: string, rows: readonly ModuleTagRow[]): Promise<void> {
  await deleteTags(tx, module);
  if (rows.length > 0) await insertTags(tx, rows);
}
