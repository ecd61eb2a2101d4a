// The archives of policy sets that a later version has replaced, for data retention to delete.
import type { Transaction } from '../../../db/database.ts';
import type { SupersededData } from '../../instance/index.ts';
import { discountRevisions } from '../policies/storage.ts';
import { withinBytes } from '../policies/superseded.ts';
import {
  deleteArchives,
  lockSupersededArchives,
  setsWithSuperseded,
  supersededArchivesByOrganization,
} from './store.ts';

/** The limit of one transaction, so that requests notice nothing. */
const maxArchives = 100;

export const supersededArchives: SupersededData = {
  byOrganization: (database, horizon) => database.scan(supersededArchivesByOrganization, horizon),
  owners: async (database, page) => (await database.scan(setsWithSuperseded, page)).map(({ id }) => id),
  deleteSome: async (tx: Transaction, horizon, owners) => {
    const ids = JSON.stringify(owners);
    const locked = await tx.rows(lockSupersededArchives, { ...horizon, ids, limit: maxArchives });
    const batch = withinBytes(locked);
    const revisions = batch.length === 0 ? 0 : await deleteArchives(tx, batch);
    await discountRevisions(tx, batch);
    const bytes = batch.reduce((sum, { size }) => sum + size, 0);
    return { revisions, bytes, mayHaveMore: batch.length < locked.length || locked.length === maxArchives };
  },
};
