import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { InputForm, Name } from '../../../jsonapi/schema.ts';
import {
  bigint,
  bytes,
  flag,
  generated,
  integer,
  json,
  nullable,
  oneOf,
  serial,
  table,
  text,
  time,
} from '../../../kernel/columns.ts';

import { allLevels } from '../../../kernel/enforcement-levels.ts';

/**
 * Columns shared by individual policies and by policies in an archive's policy list. `policyKeys` are their keys in the
 * list.
 */
export const declaredColumns = {
  description: attribute(nullable(text()), { set: 'always' }),
  query: attribute(nullable(text()), { set: 'always' }),
  /** Clients set this attribute under this name or through the deprecated `enforce`. */
  enforcement_level: attribute(oneOf(...allLevels), { isAudited: true }),
  /** Whether the policy is in shadow mode: evaluated and shown, but never blocking a run. */
  is_shadow: attribute(generated(flag()), { as: 'shadow', set: 'always' }),
  /** Form of the plan document that the policy receives; null if its sets decide. */
  input: attribute(nullable(text()), { set: 'always', schema: InputForm() }),
};

/** A policy: code in one of two frameworks that decides whether a run may continue. */
export const policies = entity('policies', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'once', isRequired: true, schema: Name() }),
  kind: attribute(oneOf('native', 'opa'), { set: 'once' }),
  ...declaredColumns,
  /** Number of the current revision. */
  revision: nullable(integer()),
  policy_set_count: attribute(generated(integer())),
  /** Digest and size in bytes of the policy's tests; null if it has none. */
  tests_sha256: nullable(text()),
  tests_size: nullable(integer()),
  /** Revision, tests and query that the last check covers, see `checkedSource`; null without a check. */
  checked_source: nullable(text()),
  /** Result of the last check: `StoredCheck` as JSON. */
  code_check: nullable(json()),
  /** Earliest time of the next check, if the engine failed during the last one. */
  check_after: nullable(time()),
  /**
   * Last day on which the policy failed or errored, including shadow mode; null if there is none. See `noteFailures`.
   */
  failed_on: nullable(text()),
  created_at: time(),
  updated_at: attribute(nullable(time())),
});

/** A revision of a policy's code. Each upload and each restore creates one. */
export const policyRevisions = entity('policy_revisions', {
  id: text(),
  policy_id: text(),
  /** Consecutive number from 1. Gaps occur only if data retention deletes old revisions. */
  number: attribute(integer()),
  /** SHA-256 of the code, in hex. */
  sha256: attribute(text()),
  /** Size in bytes. */
  size: attribute(integer()),
  /** One-line description of the change; null if none was given. */
  message: attribute(nullable(text())),
  /** Identity that uploaded or restored the revision. */
  created_by: json(),
  created_at: attribute(time()),
});

/** Bytes of a revision, in chunks. */
export const policyChunks = table('policy_chunks', {
  policy_id: text(),
  number: integer(),
  position: integer(),
  bytes: bytes(),
});

/** Bytes of a policy's tests, in chunks. Their digest and size are columns of the policy. */
export const policyTestChunks = table('policy_test_chunks', {
  policy_id: text(),
  position: integer(),
  bytes: bytes(),
});

/** Number of an organization's revisions and their total size. */
export const policyStorage = table('policy_storage', {
  organization_id: text(),
  revisions: integer(),
  bytes: bigint(),
});

/** SQLite only: maps the row numbers of the trigram index `policy_words` to policies. Triggers maintain both tables. */
export const policyNumbers = table('policy_numbers', {
  number: serial(),
  policy_id: text(),
});

declare module '../../../db/tables.ts' {
  interface Tables
    extends TablesOf<
      [
        typeof policies,
        typeof policyRevisions,
        typeof policyChunks,
        typeof policyTestChunks,
        typeof policyStorage,
        typeof policyNumbers,
      ]
    > {}
}
