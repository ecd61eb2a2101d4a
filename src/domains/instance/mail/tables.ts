import type { TablesOf } from '../../../db/tables.ts';
import { integer, table, text, time } from '../../../kernel/columns.ts';

/** Mails that wait to be sent. */
export const outbox = table('outbox', {
  id: text(),
  /** Type of the mail, such as `invitation`. */
  kind: text(),
  /** Mail in encrypted JSON. It is encrypted because it may contain a link that sets a password. */
  message: text(),
  attempts: integer(),
  /**
   * Time of the next attempt. While the mail is being sent, this is the time when its claim expires and another process
   * may send it.
   */
  next_attempt_at: time(),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof outbox]> {}
}
