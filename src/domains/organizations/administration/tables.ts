import { table, text } from '../../../kernel/columns.ts';

/** Organizations that may use another organization's modules. */
export const moduleConsumers = table('module_consumers', {
  organization_id: text(),
  consumer_id: text(),
});
