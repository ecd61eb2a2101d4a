import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { nullable, text, time } from '../../../kernel/columns.ts';

const maxUrlLength = 2_048;

/** A row for each version that is deprecated. */
export const moduleDeprecations = entity('module_deprecations', {
  id: text(),
  organization_id: text(),
  version_id: text(),
  reason: attribute(nullable(text()), { set: 'always' }),
  link: attribute(nullable(text()), { set: 'always', schema: Text(maxUrlLength) }),
  /** To the minute, so that many downloads are few changes; null before the first. */
  last_downloaded_at: nullable(time()),
  created_at: time(),
  updated_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof moduleDeprecations]> {}
}
