import { table, text, time } from '../../../kernel/columns.ts';

/** Addresses for which a password reset was requested. A job deletes each row after handling it. */
export const passwordRequests = table('password_requests', {
  email_key: text(),
  request_id: text(),
  address: text(),
  requested_at: time(),
});
