import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { bigint, text, time } from '../../../kernel/columns.ts';

/** Number of downloads of a version by each token owner. */
export const moduleDownloads = entity('module_downloads', {
  version_id: text(),
  /** Token owner: `user`, `team` or `organization`, a colon, and the identifier. */
  consumer: text(),
  count: attribute(bigint()),
  last_downloaded_at: attribute(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof moduleDownloads]> {}
}
