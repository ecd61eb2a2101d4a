import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { nullable, text, time } from '../../../kernel/columns.ts';

export const sessions = entity('sessions', {
  id: text(),
  hash: text(),
  /** Account that signed in. */
  user_id: text(),
  /** As whom that person acts; null without impersonation, and when the account has been deleted. */
  impersonated_id: nullable(text()),
  impersonation_reason: nullable(text()),
  /** Null without impersonation. */
  impersonation_ends_at: attribute(nullable(time())),
  address: attribute(text()),
  user_agent: attribute(text()),
  created_at: attribute(time()),
  last_used_at: attribute(time()),
  expires_at: attribute(time()),
  /** When the person behind it last proved to be the owner of the account; null once the proof was used. */
  owner_proved_at: nullable(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof sessions]> {}
}
