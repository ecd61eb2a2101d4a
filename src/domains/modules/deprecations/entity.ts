import type { TablesOf } from '../../../db/tables.ts';
import { nullable, table, text, time } from '../../../lib/columns.ts';

/** A row for each version that is deprecated. */
export const moduleDeprecations = table('module_deprecations', {
  id: text(),
  version_id: text(),
  reason: nullable(text()),
  link: nullable(text()),
  created_at: time(),
  updated_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof moduleDeprecations]> {}
}
