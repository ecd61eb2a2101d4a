import type { TablesOf } from '../../../db/tables.ts';
import { nullable, table, text, time } from '../../../kernel/columns.ts';

/** Links that set a password, each good for one use. */
export const passwordLinks = table('password_links', {
  hash: text(),
  user_id: text(),
  /** The address that the link was mailed to; null for a link that was shown to another person. */
  mailed_to: nullable(text()),
  created_at: time(),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof passwordLinks]> {}
}
