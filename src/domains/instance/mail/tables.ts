import type { TablesOf } from '../../../db/tables.ts';
import { integer, table, text, time } from '../../../kernel/columns.ts';

/** Mails that wait to be sent. */
export const outbox = table('outbox', {
  id: text(),
  /** Kind of mail, such as `invitation`. */
  kind: text(),
  /** JSON, sealed: it may have a link that is as good as a password. */
  message: text(),
  attempts: integer(),
  /** While it is being sent: when another process may try, if this one ends before it says how that went. */
  next_attempt_at: time(),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof outbox]> {}
}
