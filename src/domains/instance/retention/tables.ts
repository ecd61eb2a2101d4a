import type { TablesOf } from '../../../db/tables.ts';
import { bigint, integer, nullable, table, text } from '../../../kernel/columns.ts';

/** A single row with the instance's retention policy and the progress of a purge. */
export const dataRetention = table('data_retention', {
  id: integer(),
  /** Identifier of the policy. Null without a policy, like `days`. */
  policy_id: nullable(text()),
  days: nullable(integer()),
  /** Number of times the policy has changed. */
  revision: integer(),
  /** Number of revisions and bytes deleted by the current purge, or by a purge that was interrupted by a crash. */
  purged_revisions: bigint(),
  purged_bytes: bigint(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof dataRetention]> {}
}
