import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { bytes, flag, generated, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';
import { declaredColumns } from '../policies/entity.ts';

/** A version of a policy set: policies that come together, in one archive. */
export const policySetVersions = entity('policy_set_versions', {
  id: text(),
  policy_set_id: text(),
  /** It waits for its archive, has it, or has refused it, which is final. */
  status: attribute(oneOf('pending', 'ready', 'errored')),
  /** Reason why the archive was refused. */
  error: attribute(nullable(text())),
  /** Null until there is one, and when data retention has deleted it. */
  archive_id: nullable(text()),
  sha256: attribute(nullable(text())),
  size: attribute(nullable(integer())),
  policy_count: attribute(nullable(integer())),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

/** An archive of policies. Versions with the same one share it. */
export const policyArchives = table('policy_archives', {
  id: text(),
  policy_set_id: text(),
  /** The folder in the archive that the policies were read from. */
  folder: text(),
  sha256: text(),
  size: integer(),
  /** 1 until a job has checked its policies. */
  awaits_check: generated(flag()),
  /** Not before this moment: the engine ended during the last check. */
  check_after: nullable(time()),
  /** Result of the check, see `ArchiveCheck`. JSON; null without one. */
  code_check: nullable(json()),
  /** Its data documents, see `ListedDocument`. JSON; null for an archive that came before they were read. */
  data_documents: nullable(json()),
  created_at: time(),
});

/** The bytes of an archive. */
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
  /** The file with its code; null where all files together are the code. */
  path: attribute(nullable(text())),
  /** Result of its check, see `StoredCheck`. JSON; null without one. */
  code_check: nullable(json()),
});

declare module '../../../db/tables.ts' {
  interface Tables
    extends TablesOf<
      [typeof policySetVersions, typeof policyArchives, typeof policyArchiveChunks, typeof archivedPolicies]
    > {}
}
