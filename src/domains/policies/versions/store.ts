import { type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdateSkipLocked, isInJsonArray } from '../../../db/expressions.ts';
import { list, type RowOfList } from '../../../db/list.ts';
import { type Builder, query, type RowsOf, total } from '../../../db/query.ts';
import type { NewRow } from '../../../db/tables.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import type { Horizon } from '../../instance/index.ts';
import { isWithin } from '../../organizations/index.ts';
import { archivedPolicies, policyArchives, policySetVersions } from './entity.ts';

/** A policy set version with the columns of its set that are needed to process the version. */
export type VersionRow = RowsOf<typeof versionById>;
export type ArchiveRow = RowsOf<typeof archiveById>;
export type ArchivedPolicyRow = RowOfList<typeof archivedPolicyList>;

export const insertVersion = inserter('policy_set_versions');
export const updateVersionRow = updater('policy_set_versions');
export const deleteVersion = deleter('policy_set_versions');
export const insertArchive = inserter('policy_archives');
export const insertArchiveChunk = inserter('policy_archive_chunks');

const insertSome = inserter('policy_archive_policies');

/**
 * Maximum number of rows per insert statement. A larger number could exceed the databases' limits on statement
 * parameters.
 */
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
    .innerJoin('organizations', 'organizations.id', 'policy_sets.organization_id')
    .select(policySetVersions.all)
    .leftJoin('policy_archives', 'policy_archives.id', 'policy_set_versions.archive_id')
    .select(['policy_archives.code_check', 'policy_archives.check_after', 'policy_archives.data_documents'])
    .select([
      'policy_sets.organization_id',
      'policy_sets.name as policy_set_name',
      'policy_sets.kind',
      'policy_sets.policies_path',
      'policy_sets.input',
    ]);

export const versionById = query<{ id: string }>()((db, { id }) =>
  selectVersions(db).where('policy_set_versions.id', '=', id),
);

/** Selects policy set versions by identifier; `ids` is a JSON array. */
export const versionsByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  selectVersions(db).where(({ ref }) => isInJsonArray(engine, ref('policy_set_versions.id'), ids)),
);

/** Lists the versions of a policy set, from newest to oldest. */
export const versionList = list<{ policySet: string }>()(
  (db, { policySet }) => selectVersions(db).where('policy_set_versions.policy_set_id', '=', policySet),
  (rows) => rows.orderBy('policy_set_versions.created_at', 'desc').orderBy('policy_set_versions.id', 'desc'),
);

/** Selects the identifier of a set's most recently created version. */
export const newestVersion = query<{ policySet: string }>()((db, { policySet }) =>
  db
    .selectFrom('policy_set_versions')
    .select('id')
    .where('policy_set_id', '=', policySet)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** Selects one of the versions that have an archive. */
export const versionOfArchive = query<{ archive: string }>()((db, { archive }) =>
  db.selectFrom('policy_set_versions').select('id').where('archive_id', '=', archive).limit(1),
);

export const versionCount = query<{ policySet: string }>()((db, { policySet }) =>
  db.selectFrom('policy_set_versions').select(total).where('policy_set_id', '=', policySet),
);

/** Selects the archives of a set's current version and of its staged versions. */
export const usableArchives = query<{ policySet: string }>()((db, { policySet }) =>
  db
    .selectFrom('policy_set_versions')
    .innerJoin('policy_sets', 'policy_sets.id', 'policy_set_versions.policy_set_id')
    .innerJoin('policy_archives', 'policy_archives.id', 'policy_set_versions.archive_id')
    .select('policy_archives.id')
    .distinct()
    .where('policy_sets.id', '=', policySet)
    .where(({ eb, or, ref }) =>
      or([eb('is_staged', '=', 1), eb('policy_set_versions.id', '=', ref('policy_sets.current_version_id'))]),
    ),
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

/** Lists the policies in an archive, sorted by name. */
export const archivedPolicyList = list<{ archive: string }>()(
  (db, { archive }) =>
    db
      .selectFrom('policy_archive_policies')
      .innerJoin('policy_archives', 'policy_archives.id', 'policy_archive_policies.archive_id')
      .innerJoin('policy_sets', 'policy_sets.id', 'policy_archives.policy_set_id')
      .select(archivedPolicies.all)
      .select(['policy_archives.check_after', 'policy_sets.kind'])
      .where('archive_id', '=', archive),
  (rows) => rows.orderBy('policy_archive_policies.name'),
);

/** Selects the next archive whose policies have not been checked. */
export const nextUncheckedArchive = query<{ now: string }>()((db, { now }) =>
  db
    .selectFrom('policy_archives')
    .innerJoin('policy_sets', 'policy_sets.id', 'policy_archives.policy_set_id')
    .select(['policy_archives.id', 'policy_sets.organization_id'])
    // The condition contains a literal instead of a parameter, so that the query planner uses the partial index.
    .where(sql<SqlBool>`policy_archives.awaits_check = 1`)
    .where(({ eb, or }) => or([eb('check_after', 'is', null), eb('check_after', '<=', now)]))
    .orderBy('policy_archives.id')
    .limit(1),
);

/** Selects the policy with the given name in a policy set version. */
export const policyOfVersion = query<{ version: string; name: string }>()((db, { version, name }) =>
  db
    .selectFrom('policy_set_versions')
    .innerJoin('policy_archive_policies', 'policy_archive_policies.archive_id', 'policy_set_versions.archive_id')
    .select('policy_archive_policies.id')
    .where('policy_set_versions.id', '=', version)
    .where('policy_archive_policies.name', '=', name),
);

/** Selects a policy in an archive by its identifier, with its policy set and its name. */
export const archivedPolicyById = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('policy_archive_policies')
    .innerJoin('policy_archives', 'policy_archives.id', 'policy_archive_policies.archive_id')
    .select(['policy_archives.policy_set_id', 'policy_archive_policies.name'])
    .where('policy_archive_policies.id', '=', id),
);

/** Selects the enforcement levels of the policies in an archive. */
export const archivedLevels = query<{ archive: string }>()((db, { archive }) =>
  db.selectFrom('policy_archive_policies').select('enforcement_level').where('archive_id', '=', archive),
);

/** Selects the policies in an archive. A policy without an input form gets the input form of its set. */
export const listedPolicies = query<{ archive: string }>()((db, { archive }) =>
  db
    .selectFrom('policy_archive_policies as listed')
    .innerJoin('policy_archives', 'policy_archives.id', 'listed.archive_id')
    .innerJoin('policy_sets', 'policy_sets.id', 'policy_archives.policy_set_id')
    .select(['listed.id', 'listed.name', 'listed.query', 'listed.path'])
    .select(({ fn, ref }) => fn.coalesce(ref('listed.input'), ref('policy_sets.input')).as('input'))
    .where('listed.archive_id', '=', archive)
    .orderBy('listed.name'),
);

export type ListedPolicyRow = RowsOf<typeof listedPolicies>;

export const updateArchive = updater('policy_archives');
export const updateArchivedPolicy = updater('policy_archive_policies');

/** Selects the archives that were uploaded before the time `before` and are not current. */
const superseded = (db: Builder, { before, ownDays }: Horizon) =>
  db
    .selectFrom('policy_archives')
    .innerJoin('policy_sets', 'policy_sets.id', 'policy_archives.policy_set_id')
    .where('policy_archives.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('policy_set_versions')
            .select('policy_set_versions.id')
            .whereRef('policy_set_versions.id', '=', 'policy_sets.current_version_id')
            .whereRef('policy_set_versions.archive_id', '=', 'policy_archives.id'),
        ),
      ),
    )
    .where(({ ref }) => isWithin(ref('policy_sets.organization_id'), ownDays));

/** Selects the next policy sets that have superseded archives, sorted by identifier. */
export const setsWithSuperseded = query<Horizon & { after: string; limit: number }>()(
  (db, { after, limit, before, ownDays }) =>
    superseded(db, { before, ownDays })
      .select('policy_archives.policy_set_id as id')
      .distinct()
      .where('policy_archives.policy_set_id', '>', after)
      .orderBy('policy_archives.policy_set_id')
      .limit(limit),
);

/**
 * Locks superseded archives of the given policy sets, and the sets themselves. Rows that another transaction has locked
 * are skipped. `ids` is a JSON array.
 */
export const supersededArchivesForUpdate = query<Horizon & { ids: string; limit: number }>()(
  (db, { ids, limit, before, ownDays }, engine) =>
    forUpdateSkipLocked(
      engine,
      superseded(db, { before, ownDays })
        .select(['policy_archives.id', 'policy_archives.size', 'policy_sets.organization_id'])
        .where(({ ref }) => isInJsonArray(engine, ref('policy_archives.policy_set_id'), ids))
        .orderBy('policy_archives.id')
        .limit(limit),
    ),
);

/** Counts the superseded archives per organization, sorted by organization name. */
export const supersededArchivesByOrganization = query<Horizon>()((db, horizon) =>
  superseded(db, horizon)
    .innerJoin('organizations', 'organizations.id', 'policy_sets.organization_id')
    .select(({ fn }) => [
      'organizations.name as organization',
      fn.countAll<number>().as('revisions'),
      sql<number>`cast(sum(policy_archives.size) as bigint)`.as('bytes'),
    ])
    .groupBy('organizations.name')
    .orderBy('organizations.name'),
);

/**
 * Deletes archives together with their policies, and returns the number of deleted archives. The policy set versions
 * are kept.
 */
export function deleteArchives(tx: Transaction, archives: readonly Pick<ArchiveRow, 'id'>[]): Promise<number> {
  const ids = JSON.stringify(archives.map(({ id }) => id));
  return tx.run((db, engine) =>
    db.deleteFrom('policy_archives').where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
  );
}
