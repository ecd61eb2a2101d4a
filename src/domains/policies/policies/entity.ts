import type { TablesOf } from '../../../db/tables.ts';
import { bytes, generated, integer, json, nullable, oneOf, table, text, time } from '../../../lib/columns.ts';

/** A policy: code that runs must satisfy, in one of two frameworks. */
export const policies = table('policies', {
  id: text(),
  organization_id: text(),
  name: text(),
  description: nullable(text()),
  kind: oneOf('native', 'opa'),
  query: nullable(text()),
  enforcement_level: text(),
  /** The number of the revision that has the code in force. */
  revision: nullable(integer()),
  policy_set_count: generated(integer()),
  created_at: time(),
  updated_at: nullable(time()),
});

/** A policy's code: one revision for each upload. */
export const policyRevisions = table('policy_revisions', {
  policy_id: text(),
  number: integer(),
  sha256: text(),
  size: integer(),
  /** The identity of the uploader. */
  created_by: json(),
  created_at: time(),
});

/** The bytes of a revision. */
export const policyChunks = table('policy_chunks', {
  policy_id: text(),
  number: integer(),
  position: integer(),
  bytes: bytes(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policies, typeof policyRevisions, typeof policyChunks]> {}
}
