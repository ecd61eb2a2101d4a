import type { TablesOf } from '../../../db/tables.ts';
import { bigint, table, text, time } from '../../../lib/columns.ts';

/** How often each holder of a token has downloaded a version. */
export const moduleDownloads = table('module_downloads', {
  version_id: text(),
  /** The holder: `user`, `team` or `organization`, a colon, and the id. */
  consumer: text(),
  count: bigint(),
  last_downloaded_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof moduleDownloads]> {}
}
