import { attribute, entity } from '../../../jsonapi/entity.ts';
import { InputForm, Name } from '../../../jsonapi/schema.ts';
import {
  bigint,
  bytes,
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
import { introductions } from '../../../kernel/introduction.ts';

/**
 * Columns that individual policies share with policies in the policy list of an archive. `policyKeys` has the names of
 * these columns in the policy list.
 */
export const declaredColumns = {
  description: attribute(nullable(text()), { set: 'always' }),
  query: attribute(nullable(text()), { set: 'always' }),
  /**
   * Clients set the enforcement level with the attribute `enforcement-level` or with the deprecated attribute
   * `enforce`.
   */
  enforcement_level: attribute(oneOf(...allLevels), { isAudited: true }),
  /** Clients set the introduction with the attribute `introduction` or with the older attribute `shadow`. */
  introduction: attribute(generated(oneOf(...introductions)), { set: 'always' }),
  /** Form of the plan document that the policy receives; null if the policy uses the form of its set. */
  input: attribute(nullable(text()), { set: 'always', schema: InputForm() }),
};

/** A policy. Its code, written for one of two policy frameworks, decides whether a run may continue. */
export const policies = entity('policies', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'once', isRequired: true, schema: Name() }),
  kind: attribute(oneOf('native', 'opa'), { set: 'once' }),
  ...declaredColumns,
  /** Number of the current revision of the code. */
  revision: nullable(integer()),
  policy_set_count: attribute(generated(integer())),
  /** SHA-256 in hex and size in bytes of the policy's Rego tests; null if the policy has none. */
  tests_sha256: nullable(text()),
  tests_size: nullable(integer()),
  /**
   * Identifies the revision, tests and query that the last code check covers, see `checkedSource`; null if there was no
   * check.
   */
  checked_source: nullable(text()),
  /** Result of the last code check, as JSON: `StoredCheck`. */
  code_check: nullable(json()),
  /** Earliest time of the next code check, if the engine failed during the last one; otherwise null. */
  check_after: nullable(time()),
  /**
   * Last day on which the policy failed or errored, including in shadow mode; null if there is no such day. See
   * `noteFailures`.
   */
  failed_on: nullable(text()),
  created_at: time(),
  updated_at: attribute(nullable(time())),
});

/** A revision of a policy's code. Each upload and each restore creates a revision. */
export const policyRevisions = entity('policy_revisions', {
  id: text(),
  policy_id: text(),
  /**
   * Number of the revision, counted from 1 for each policy. Numbers are missing only if data retention has deleted old
   * revisions.
   */
  number: attribute(integer()),
  /** SHA-256 of the code, in hex. */
  sha256: attribute(text()),
  /** Size of the code in bytes. */
  size: attribute(integer()),
  /** One-line description of the change; null if none was given. */
  message: attribute(nullable(text())),
  /** Identity that uploaded or restored the revision. */
  created_by: json(),
  created_at: attribute(time()),
});

/** Code of a revision, split into chunks. */
export const policyChunks = table('policy_chunks', {
  policy_id: text(),
  number: integer(),
  position: integer(),
  bytes: bytes(),
});

/** A policy's Rego tests, split into chunks. Their digest and size are stored in the table `policies`. */
export const policyTestChunks = table('policy_test_chunks', {
  policy_id: text(),
  position: integer(),
  bytes: bytes(),
});

/** Number and total size in bytes of an organization's revisions. */
export const policyStorage = table('policy_storage', {
  organization_id: text(),
  revisions: integer(),
  bytes: bigint(),
});

/**
 * Maps the row numbers of the trigram index `policy_words` to policies. Only SQLite uses this table. Triggers update
 * both tables.
 */
export const policyNumbers = table('policy_numbers', {
  number: serial(),
  policy_id: text(),
});
