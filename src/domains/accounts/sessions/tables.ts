import type { TablesOf } from '../../../db/tables.ts';
import { nullable, table, text, time } from '../../../lib/columns.ts';

export const sessions = table('sessions', {
  id: text(),
  hash: text(),
  /** Who signed in. */
  user_id: text(),
  /** As whom that person acts; null without impersonation, and when the account has been deleted. */
  impersonated_id: nullable(text()),
  impersonation_reason: nullable(text()),
  /** Null without impersonation. */
  impersonation_ends_at: nullable(time()),
  address: text(),
  user_agent: text(),
  created_at: time(),
  last_used_at: time(),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof sessions]> {}
}
