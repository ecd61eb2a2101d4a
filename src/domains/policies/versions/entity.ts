import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { bytes, flag, generated, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';
import { declaredColumns } from '../policies/entity.ts';

/** A version of a policy set: policies that are uploaded together in one archive. */
export const policySetVersions = entity('policy_set_versions', {
  id: text(),
  policy_set_id: text(),
  /**
   * `pending`: the version waits for its archive; `ready`: it has an archive; `errored`: the archive was rejected,
   * which is final.
   */
  status: attribute(oneOf('pending', 'ready', 'errored')),
  /** Reason why the archive was rejected. */
  error: attribute(nullable(text())),
  /** Null until an archive is accepted, and after data retention has deleted it. */
  archive_id: nullable(text()),
  sha256: attribute(nullable(text())),
  size: attribute(nullable(integer())),
  policy_count: attribute(nullable(integer())),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

/** An archive of policies. Versions with the same archive share one row. */
export const policyArchives = table('policy_archives', {
  id: text(),
  policy_set_id: text(),
  /** Folder in the archive that contains the policies. */
  folder: text(),
  sha256: text(),
  size: integer(),
  /** 1 if a job still has to check the policies. */
  awaits_check: generated(flag()),
  /** Earliest time of the next check, set if the engine failed during the last one. */
  check_after: nullable(time()),
  /** Result of the check: `ArchiveCheck` as JSON; null without a check. */
  code_check: nullable(json()),
  /**
   * Data documents in the archive: a JSON list of `ListedDocument`; null for archives of releases that did not read
   * them.
   */
  data_documents: nullable(json()),
  created_at: time(),
});

/** Bytes of an archive, in chunks. */
export const policyArchiveChunks = table('policy_archive_chunks', {
  archive_id: text(),
  position: integer(),
  bytes: bytes(),
});

/** A policy in an archive. */
export const archivedPolicies = entity('policy_archive_policies', {
  id: text(),
  archive_id: text(),
  name: attribute(text()),
  ...declaredColumns,
  /** File with the policy's code; null if all files together are the code. */
  path: attribute(nullable(text())),
  /** Result of the policy's check: `StoredCheck` as JSON; null without a check. */
  code_check: nullable(json()),
});

declare module '../../../db/tables.ts' {
  interface Tables
    extends TablesOf<
      [typeof policySetVersions, typeof policyArchives, typeof policyArchiveChunks, typeof archivedPolicies]
    > {}
}
