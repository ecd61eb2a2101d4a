// Deletes superseded archives for data retention, that is, archives that a later version has replaced.
import type { SupersededData } from '../../instance/index.ts';
import { deleteBatch, maxAtOnce } from '../policies/superseded.ts';
import {
  deleteArchives,
  setsWithSuperseded,
  supersededArchivesByOrganization,
  supersededArchivesForUpdate,
} from './store.ts';

export const supersededArchives: SupersededData = {
  byOrganization: (database, horizon) => database.scan(supersededArchivesByOrganization, horizon),
  owners: async (database, page) => (await database.scan(setsWithSuperseded, page)).map(({ id }) => id),
  deleteSome: async (tx, horizon, owners) => {
    const ids = JSON.stringify(owners);
    const locked = await tx.rows(supersededArchivesForUpdate, { ...horizon, ids, limit: maxAtOnce });
    return deleteBatch(tx, locked, deleteArchives);
  },
};
