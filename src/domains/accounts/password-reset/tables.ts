import type { TablesOf } from '../../../db/tables.ts';
import { table, text, time } from '../../../kernel/columns.ts';

/** E-mail addresses for which a new password was requested, until a job has answered. */
export const passwordRequests = table('password_requests', {
  email_key: text(),
  request_id: text(),
  address: text(),
  requested_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof passwordRequests]> {}
}
