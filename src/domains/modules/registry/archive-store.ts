// Stored archives, split into pieces. An archive is in use if a version refers to it.
import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import { deleter, inserter } from '../../../db/writes.ts';

export const archivePiece = query<{ archive: string; position: number }>()((db, { archive, position }) =>
  db.selectFrom('module_chunks').select('bytes').where('archive_id', '=', archive).where('position', '=', position),
);

/** Selects archives that were created before a given time and to which no version refers. */
export const orphanArchives = query<{ before: string; limit: number }>()((db, { before, limit }) =>
  db
    .selectFrom('module_archives')
    .select('id')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('module_versions').select('id').whereRef('module_versions.archive_id', '=', 'module_archives.id'),
        ),
      ),
    )
    .limit(limit),
);

export const insertArchive = inserter('module_archives');
export const insertPiece = inserter('module_chunks');

/** Deletes an archive and its remaining pieces. */
export const deleteArchive = deleter('module_archives');

/** Deletes at most `limit` pieces of an archive and returns their number. */
export const deletePieces = (tx: Transaction, id: string, limit: number): Promise<number> =>
  tx.run((db) =>
    db
      .deleteFrom('module_chunks')
      .where('archive_id', '=', id)
      .where('position', 'in', ({ selectFrom }) =>
        selectFrom('module_chunks').select('position').where('archive_id', '=', id).limit(limit),
      ),
  );
