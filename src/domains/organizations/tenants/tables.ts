import { bigint, generated, nullable, table, text, time } from '../../../kernel/columns.ts';

/**
 * Tenants, to which other rows belong. An organization's tenant has the same identifier as the organization. All other
 * tenants are marked as deleted, and a job removes their rows.
 */
export const tenants = table('tenants', {
  id: text(),
  /** Time of the deletion. Null while the organization exists. */
  removed_at: nullable(time()),
  /** Number of rows that the removal job has removed so far. */
  removed_rows: generated(bigint()),
  /** Former name of a deleted organization. Null for other deleted records. */
  removed_name: nullable(text()),
  /**
   * Account that deleted the organization. This account may have been deleted since. Null if a token or the command
   * line was used.
   */
  removed_by: nullable(text()),
});
