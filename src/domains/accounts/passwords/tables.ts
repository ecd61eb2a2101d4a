import type { TablesOf } from '../../../db/tables.ts';
import { table, text, time } from '../../../kernel/columns.ts';

/** Links that set a password, each good for one use. */
export const passwordLinks = table('password_links', {
  hash: text(),
  user_id: text(),
  created_at: time(),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof passwordLinks]> {}
}
