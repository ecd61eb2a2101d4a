import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { nullable, text, time } from '../../../kernel/columns.ts';

const maxUrlLength = 2_048;

/** A deprecated version. There is one row for each deprecated version. */
export const moduleDeprecations = entity('module_deprecations', {
  id: text(),
  organization_id: text(),
  version_id: text(),
  reason: attribute(nullable(text()), { set: 'always' }),
  link: attribute(nullable(text()), { set: 'always', schema: Text(maxUrlLength) }),
  /** Time of the last download. To save writes, it is updated at most once a minute. Null before the first download. */
  last_downloaded_at: nullable(time()),
  created_at: time(),
  updated_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof moduleDeprecations]> {}
}
