// Queries of the table `module_version_summaries`, which contains what lists of modules show about each version.
import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import { inserter } from '../../../db/writes.ts';

/**
 * Selects the descriptions and publishers of versions. Both are null for versions that an earlier release published.
 * `ids` is a JSON array of version identifiers.
 */
export const summariesOfVersions = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('module_version_summaries')
    .select(['version_id', 'description', 'published_by'])
    .where(({ ref }) => isInJsonArray(engine, ref('version_id'), ids)),
);

export const insertSummary = inserter('module_version_summaries');

/**
 * Adds one to the number of downloads of a version, which the transaction must have locked. A version without a row was
 * published by an instance of the previous release. Its downloads are then counted in `module_downloads`, which must
 * already include this one.
 */
export async function addDownload(tx: Transaction, version_id: string): Promise<void> {
  const updated = await tx.run((db) =>
    db
      .updateTable('module_version_summaries')
      .set(({ eb }) => ({ downloads: eb('downloads', '+', 1) }))
      .where('version_id', '=', version_id),
  );
  if (updated > 0) return;
  await tx.run((db) =>
    db
      .insertInto('module_version_summaries')
      .columns(['version_id', 'downloads'])
      .expression(
        db
          .selectFrom('module_downloads')
          .select(({ fn }) => ['version_id', fn.sum<number>('count').as('downloads')])
          .where('version_id', '=', version_id)
          .groupBy('version_id'),
      ),
  );
}
