import type { TablesOf } from '../../../db/tables.ts';
import { bigint, generated, nullable, table, text, time } from '../../../kernel/columns.ts';

/**
 * Tenants, to which rows belong. An organization has the tenant of its identifier; a tenant without one is deleted, and a
 * job removes the rows that belong to it.
 */
export const tenants = table('tenants', {
  id: text(),
  /** Null while it is an organization. */
  removed_at: nullable(time()),
  /** Number of its rows that have been removed. */
  removed_rows: generated(bigint()),
  /** Former name of the organization; null for other records. */
  removed_name: nullable(text()),
  /** The account that deleted the organization; null where a token or the command line did. It may have been deleted since. */
  removed_by: nullable(text()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof tenants]> {}
}
