import { attribute, entity } from '../../../jsonapi/entity.ts';
import { bytes, flag, generated, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';
import { unknownValueSettings } from '../../../kernel/unknown-values.ts';
import { declaredColumns } from '../policies/entity.ts';

/** A version of a policy set. It contains the policies of one uploaded archive. */
export const policySetVersions = entity('policy_set_versions', {
  id: text(),
  policy_set_id: text(),
  /**
   * `pending`: the archive has not been uploaded yet. `ready`: the archive was accepted. `errored`: the archive was
   * rejected; no other archive can be uploaded.
   */
  status: attribute(oneOf('pending', 'ready', 'errored')),
  /** Reason why the archive was rejected. */
  error: attribute(nullable(text())),
  /** Archive of the version. Null until an archive is accepted, and after data retention has deleted the archive. */
  archive_id: nullable(text()),
  sha256: attribute(nullable(text())),
  size: attribute(nullable(integer())),
  policy_count: attribute(nullable(integer())),
  /**
   * 1 if the version is not in force and its upload does not put it in force; it waits for its activation. Otherwise 0.
   */
  is_staged: generated(flag()),
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
  /** 1 if a job must still check the policies in the archive; otherwise 0. */
  awaits_check: generated(flag()),
  /** Earliest time of the next check, if the engine failed during the last one; otherwise null. */
  check_after: nullable(time()),
  /** Result of the check, as JSON: `ArchiveCheck`; null if the archive has not been checked. */
  code_check: nullable(json()),
  /**
   * Data documents in the archive, as JSON: a list of `ListedDocument`. Null for archives that older releases stored
   * without reading the documents.
   */
  data_documents: nullable(json()),
  created_at: time(),
});

/** Content of an archive, split into chunks. */
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
  /**
   * Setting for verdicts that depend on values known only after apply, from the policy list of the archive; null if the
   * list does not contain this setting.
   */
  unknown_values: attribute(nullable(oneOf(...unknownValueSettings))),
  /** Path of the file with the policy's code; null if the code consists of all files in the archive. */
  path: attribute(nullable(text())),
  /** Result of the policy's code check, as JSON: `StoredCheck`; null if the policy has not been checked. */
  code_check: nullable(json()),
});
