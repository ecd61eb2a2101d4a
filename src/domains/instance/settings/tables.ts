import type { TablesOf } from '../../../db/tables.ts';
import { integer, json, table, text } from '../../../kernel/columns.ts';

/** Settings groups that were changed at least once. */
export const settings = table('settings', {
  group_id: text(),
  /** Number of times the group has changed. */
  revision: integer(),
  document: json(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof settings]> {}
}
