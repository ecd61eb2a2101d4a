import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import type { NewRow } from '../../../db/tables.ts';

/** A link that is still valid, and its version. */
export interface LinkRow {
  readonly hash: string;
  readonly version_id: string;
  readonly created_by: string;
  readonly status: 'pending' | 'ok';
  readonly version: string;
  readonly archive_id: string | null;
  readonly sha256: string | null;
  readonly size: number | null;
  readonly has_notice: number;
  readonly module_id: string;
  readonly name: string;
  readonly provider: string;
  readonly organization_id: string;
}

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

export const insertLink = (tx: Transaction, row: NewRow<'object_links'>): Promise<unknown> =>
  tx.run((db) => db.insertInto('object_links').values(row));

export const deleteUploadLinks = (tx: Transaction, versionId: string): Promise<unknown> =>
  tx.run((db) => db.deleteFrom('object_links').where('version_id', '=', versionId).where('purpose', '=', 'upload'));
