import type { TablesOf } from '../../../db/tables.ts';
import { table, text, time } from '../../../lib/columns.ts';

/** Who belongs to which organization. */
export const memberships = table('memberships', {
  id: text(),
  organization_id: text(),
  user_id: text(),
  created_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof memberships]> {}
}
