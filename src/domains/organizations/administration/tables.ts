import type { TablesOf } from '../../../db/tables.ts';
import { table, text } from '../../../kernel/columns.ts';

/** Organizations that may use another organization's modules. */
export const moduleConsumers = table('module_consumers', {
  organization_id: text(),
  consumer_id: text(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof moduleConsumers]> {}
}
