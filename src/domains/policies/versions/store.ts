import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { pageQueries } from '../../../db/page.ts';
import { type Builder, query, type RowsOf } from '../../../db/query.ts';
import type { NewRow } from '../../../db/tables.ts';
import { inserter, updater } from '../../../db/writes.ts';
import { archivedPolicies, policyArchives, policySetVersions } from './entity.ts';

/** A version with what is needed of its set. */
export type VersionRow = RowsOf<typeof versionById>;
export type ArchiveRow = RowsOf<typeof archiveById>;
export type ArchivedPolicyRow = RowsOf<(typeof archivedPolicyList)['rows']>;

export const insertVersion = inserter('policy_set_versions');
export const updateVersionRow = updater('policy_set_versions');
export const insertArchive = inserter('policy_archives');
export const insertArchiveChunk = inserter('policy_archive_chunks');

const insertSome = inserter('policy_archive_policies');

/** Fewer parameters than a statement can have. */
const rowsAtOnce = 500;

export async function insertArchivedPolicies(
  tx: Transaction,
  rows: readonly NewRow<'policy_archive_policies'>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await insertSome(tx, rows.slice(start, start + rowsAtOnce));
  }
}

const selectVersions = (db: Builder) =>
  db
    .selectFrom('policy_set_versions')
    .innerJoin('policy_sets', 'policy_sets.id', 'policy_set_versions.policy_set_id')
    .select(policySetVersions.all)
    .select([
      'policy_sets.organization_id',
      'policy_sets.name as policy_set_name',
      'policy_sets.kind',
      'policy_sets.policies_path',
    ]);

export const versionById = query<{ id: string }>()((db, { id }) =>
  selectVersions(db).where('policy_set_versions.id', '=', id),
);

/** `ids` is a JSON array. */
export const versionsByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  selectVersions(db).where(({ ref }) => isInJsonArray(engine, ref('policy_set_versions.id'), ids)),
);

/** The versions of a policy set, newest first. */
export const versionList = pageQueries<{ policySet: string }>()(
  (db, { policySet }) => selectVersions(db).where('policy_set_versions.policy_set_id', '=', policySet),
  (rows) => rows.orderBy('policy_set_versions.created_at', 'desc').orderBy('policy_set_versions.id', 'desc'),
);

export const versionCount = query<{ policySet: string }>()((db, { policySet }) =>
  db
    .selectFrom('policy_set_versions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('policy_set_id', '=', policySet),
);

export const archiveById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_archives').select(policyArchives.all).where('id', '=', id),
);

export const archiveChunk = query<{ archive: string; position: number }>()((db, { archive, position }) =>
  db
    .selectFrom('policy_archive_chunks')
    .select('bytes')
    .where('archive_id', '=', archive)
    .where('position', '=', position),
);

/** The policies of an archive, by name. */
export const archivedPolicyList = pageQueries<{ archive: string }>()(
  (db, { archive }) =>
    db.selectFrom('policy_archive_policies').select(archivedPolicies.all).where('archive_id', '=', archive),
  (rows) => rows.orderBy('policy_archive_policies.name'),
);
