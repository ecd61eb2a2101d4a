import { table, text, time } from '../../../kernel/columns.ts';

/**
 * Links that confirm a new e-mail address. A used link is kept until it expires, because it counts towards the
 * account's limit.
 */
export const addressLinks = table('address_links', {
  hash: text(),
  user_id: text(),
  email: text(),
  created_at: time(),
  expires_at: time(),
});
