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

/** Columns of a policy, whether it is a record of its own or a line of a list; `policyKeys` are the keys of lists. */
export const declaredColumns = {
  description: attribute(nullable(text()), { set: 'always' }),
  query: attribute(nullable(text()), { set: 'always' }),
  /** Clients set it by this name, or by the deprecated `enforce`. */
  enforcement_level: attribute(oneOf(...allLevels), { isAudited: true }),
  /** True if it is evaluated and shown, but never blocks a run, whatever its level. */
  is_shadow: attribute(generated(flag()), { as: 'shadow', set: 'always' }),
  /** The form in which it gets a plan; null where that is left to its sets. */
  input: attribute(nullable(text()), { set: 'always', schema: InputForm() }),
};

/** A policy: code that runs must satisfy, in one of two frameworks. */
export const policies = entity('policies', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'once', isRequired: true, schema: Name() }),
  kind: attribute(oneOf('native', 'opa'), { set: 'once' }),
  ...declaredColumns,
  /** The number of the revision that has the code in force. */
  revision: nullable(integer()),
  policy_set_count: attribute(generated(integer())),
  /** Of its tests; null without any. The size is in bytes. */
  tests_sha256: nullable(text()),
  tests_size: nullable(integer()),
  /** Subject of the last check, see `checkedSource`; null without one. */
  checked_source: nullable(text()),
  /** The last check. */
  code_check: nullable(json()),
  /** When the next check may begin, where the engine ended during the last one. */
  check_after: nullable(time()),
  /** Last day on which it failed or gave no verdict, shadow mode included: see `noteFailures`. Null for none. */
  failed_on: nullable(text()),
  created_at: time(),
  updated_at: attribute(nullable(time())),
});

/** A policy's code: one revision for each upload and each return to an earlier one. */
export const policyRevisions = entity('policy_revisions', {
  id: text(),
  policy_id: text(),
  /** Counts from 1, without gaps until data retention deletes old ones. */
  number: attribute(integer()),
  /** Of the code, in hex. */
  sha256: attribute(text()),
  /** In bytes. */
  size: attribute(integer()),
  /** Reason for it in a line; null where nobody gave one. */
  message: attribute(nullable(text())),
  /** The identity that uploaded or restored it. */
  created_by: json(),
  created_at: attribute(time()),
});

/** The bytes of a revision. */
export const policyChunks = table('policy_chunks', {
  policy_id: text(),
  number: integer(),
  position: integer(),
  bytes: bytes(),
});

/** The bytes of the tests of a policy; the policy has their sum and size. */
export const policyTestChunks = table('policy_test_chunks', {
  policy_id: text(),
  position: integer(),
  bytes: bytes(),
});

/** The revisions of an organization, counted. */
export const policyStorage = table('policy_storage', {
  organization_id: text(),
  revisions: integer(),
  bytes: bigint(),
});

/** SQLite only: the numbers by which its trigram index `policy_words` knows the policies. Triggers keep both. */
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
