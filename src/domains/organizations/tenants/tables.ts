import type { TablesOf } from '../../../db/tables.ts';
import { bigint, generated, nullable, table, text, time } from '../../../kernel/columns.ts';

/**
 * Tenants own rows. The tenant of an organization has the organization's identifier. Any other tenant has been deleted,
 * and a job removes its rows.
 */
export const tenants = table('tenants', {
  id: text(),
  /** Time of the deletion; null while the organization exists. */
  removed_at: nullable(time()),
  /** Number of rows that the removal job has removed so far. */
  removed_rows: generated(bigint()),
  /** Former name of a deleted organization; null for other records. */
  removed_name: nullable(text()),
  /**
   * Account that deleted the organization; null if a token or the command line did. The account may have been deleted
   * since.
   */
  removed_by: nullable(text()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof tenants]> {}
}
