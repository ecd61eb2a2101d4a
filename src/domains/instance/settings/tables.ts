import type { TablesOf } from '../../../db/tables.ts';
import { integer, json, table, text } from '../../../kernel/columns.ts';

/** The groups of settings that have been changed. */
export const settings = table('settings', {
  group_id: text(),
  /** Counts the changes. */
  revision: integer(),
  document: json(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof settings]> {}
}
