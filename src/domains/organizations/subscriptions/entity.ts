import type { TablesOf } from '../../../db/tables.ts';
import { nullable, table, text, time } from '../../../lib/columns.ts';

/** The plan that an organization has, and those that it had. */
export const subscriptions = table('subscriptions', {
  id: text(),
  organization_id: text(),
  feature_set_id: text(),
  started_at: time(),
  /** Null while it is active; an organization has at most one such. */
  ended_at: nullable(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof subscriptions]> {}
}
