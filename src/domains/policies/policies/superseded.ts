// Deletes superseded code for data retention, that is, code that a later upload has replaced.
import type { Transaction } from '../../../db/database.ts';
import type { SupersededData } from '../../instance/index.ts';
import { discountRevisions } from './storage.ts';
import {
  deleteRevisions,
  policiesForUpdate,
  policiesWithSuperseded,
  supersededByOrganization,
  supersededRevisions,
} from './store.ts';

/**
 * Maximum number and total size in bytes of the rows that one transaction deletes. The limits prevent a transaction
 * from delaying requests. A single row may exceed the size limit.
 */
export const maxAtOnce = 100;
const maxBytes = 4 * 1_048_576;

export const supersededCode: SupersededData = {
  byOrganization: (database, horizon) => database.scan(supersededByOrganization, horizon),
  owners: async (database, page) =>
    (await database.scan(policiesWithSuperseded, page)).map(({ policy_id }) => policy_id),
  deleteSome: async (tx, horizon, owners) => {
    const policies = await tx.rows(policiesForUpdate, { ids: JSON.stringify(owners) });
    const ids = JSON.stringify(policies.map(({ id }) => id));
    const rows = await tx.rows(supersededRevisions, { ...horizon, ids, limit: maxAtOnce });
    return deleteBatch(tx, rows, deleteRevisions);
  },
};

/** Deletes rows from the start of `locked`, up to `maxBytes` in total, and subtracts them from the storage counts. */
export async function deleteBatch<Row extends { readonly size: number; readonly organization_id: string }>(
  tx: Transaction,
  locked: readonly Row[],
  deleteRows: (tx: Transaction, rows: readonly Row[]) => Promise<number>,
) {
  const batch = withinBytes(locked);
  const revisions = batch.length === 0 ? 0 : await deleteRows(tx, batch);
  await discountRevisions(tx, batch);
  const bytes = batch.reduce((sum, { size }) => sum + size, 0);
  return { revisions, bytes, mayHaveMore: batch.length < locked.length || locked.length === maxAtOnce };
}

/** Returns the first rows whose total size is within the limit. The result has at least one row. */
function withinBytes<Row extends { readonly size: number }>(rows: readonly Row[]): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex(({ size }) => {
    bytes += size;
    return bytes > maxBytes;
  });
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
}
