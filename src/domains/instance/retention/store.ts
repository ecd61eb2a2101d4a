import type { Transaction } from '../../../db/database.ts';
import { forUpdate } from '../../../db/expressions.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';

/** The instance's retention policy, and the totals that the current run of the deletion job has deleted. */
export type RetentionRow = Omit<StoredRow<'data_retention'>, 'id'>;

export const retentionRow = query()((db) => retention(db));

/**
 * Locks the row of the instance's retention policy. Every change of the policy and every deletion starts with this
 * lock.
 */
export const retentionForUpdate = query()((db, _, engine) => forUpdate(engine, retention(db)));

export function updateRetention(tx: Transaction, values: Partial<RetentionRow>): Promise<number> {
  return tx.run((db) => db.updateTable('data_retention').set(values));
}

const retention = (db: Builder) =>
  db.selectFrom('data_retention').select(['policy_id', 'days', 'revision', 'purged_revisions', 'purged_bytes']);
