import type { TablesOf } from '../../../db/tables.ts';
import { bigint, generated, nullable, table, text, time } from '../../../lib/columns.ts';

/**
 * What rows belong to. An organization has the tenant of its identifier; a tenant without one is deleted, and a job
 * removes the rows that belong to it.
 */
export const tenants = table('tenants', {
  id: text(),
  /** Null while it is an organization. */
  removed_at: nullable(time()),
  /** How many of its rows have been removed. */
  removed_rows: generated(bigint()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof tenants]> {}
}
