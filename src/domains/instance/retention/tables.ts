import type { TablesOf } from '../../../db/tables.ts';
import { bigint, integer, nullable, table, text } from '../../../kernel/columns.ts';

/** A single row with the instance's retention policy and the progress of the job that deletes superseded data. */
export const dataRetention = table('data_retention', {
  id: integer(),
  /** Identifier of the retention policy. Like `days`, it is null if the instance has no retention policy. */
  policy_id: nullable(text()),
  days: nullable(integer()),
  /** Number of times the retention policy has changed. */
  revision: integer(),
  /**
   * Number of revisions and bytes deleted by the current run of the deletion job, or by a run that a crash interrupted.
   */
  purged_revisions: bigint(),
  purged_bytes: bigint(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof dataRetention]> {}
}
