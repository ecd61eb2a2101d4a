import type { Transaction } from '../../../db/database.ts';
import type { Group } from './group.ts';
import { type Reseal, resealed } from './record.ts';
import { lockRow, storeRow } from './store.ts';

const resealGroup = async (tx: Transaction, group: Group, reseal: Reseal): Promise<number> => {
  const row = await lockRow(tx, group.id);
  const { document, count } = resealed(group, row, reseal);
  // What clients see stays as it is, and so does the revision.
  if (count > 0) await storeRow(tx, { ...row, document });
  return count;
};

/** Seals the secrets of every group anew; answers how many that were. */
export const resealSettings = async (tx: Transaction, groups: readonly Group[], reseal: Reseal): Promise<number> => {
  let count = 0;
  for (const group of groups) count += await resealGroup(tx, group, reseal);
  return count;
};
