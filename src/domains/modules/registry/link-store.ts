import type { Transaction } from '../../../db/database.ts';
import { query, type RowsOf } from '../../../db/query.ts';
import { inserter } from '../../../db/writes.ts';

/** A link that is still valid, and its version. */
export type LinkRow = RowsOf<typeof liveLink>;

export const liveLink = query<{ hash: string; purpose: 'upload' | 'download'; now: string }>()(
  (db, { hash, purpose, now }) =>
    db
      .selectFrom('object_links')
      .innerJoin('module_versions', 'module_versions.id', 'object_links.version_id')
      .innerJoin('modules', 'modules.id', 'module_versions.module_id')
      .select([
        'object_links.hash',
        'object_links.version_id',
        'object_links.created_by',
        'object_links.has_notice',
        'module_versions.status',
        'module_versions.version',
        'module_versions.archive_id',
        'module_versions.sha256',
        'module_versions.size',
        'module_versions.module_id',
        'modules.name',
        'modules.provider',
        'modules.organization_id',
      ])
      .where('object_links.hash', '=', hash)
      .where('object_links.purpose', '=', purpose)
      .where('object_links.expires_at', '>', now),
);

/** The upload link of a version that is still valid. */
export const uploadLinkOf = query<{ version: string; now: string }>()((db, { version, now }) =>
  db
    .selectFrom('object_links')
    .select('hash')
    .where('version_id', '=', version)
    .where('purpose', '=', 'upload')
    .where('expires_at', '>', now),
);

export const insertLink = inserter('object_links');

export const deleteUploadLinks = (tx: Transaction, versionId: string): Promise<unknown> =>
  tx.run((db) => db.deleteFrom('object_links').where('version_id', '=', versionId).where('purpose', '=', 'upload'));
