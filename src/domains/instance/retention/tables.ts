import type { TablesOf } from '../../../db/tables.ts';
import { bigint, integer, nullable, table, text } from '../../../kernel/columns.ts';

/** One row: how long superseded data is kept, and how far a purge has come. */
export const dataRetention = table('data_retention', {
  id: integer(),
  /** Null without a policy, as are the days. */
  policy_id: nullable(text()),
  days: nullable(integer()),
  /** Counts the changes. */
  revision: integer(),
  /** Number of revisions, and of bytes, that the purge that runs now, or that a crash ended, has deleted. */
  purged_revisions: bigint(),
  purged_bytes: bigint(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof dataRetention]> {}
}
