import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { bigint, text, time } from '../../../kernel/columns.ts';

/** Number of times that each token owner has downloaded a version. */
export const moduleDownloads = entity('module_downloads', {
  version_id: text(),
  /** Owner of the token in the format `<type>:<id>`; the type is `user`, `team` or `organization`. */
  consumer: text(),
  count: attribute(bigint()),
  last_downloaded_at: attribute(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof moduleDownloads]> {}
}
