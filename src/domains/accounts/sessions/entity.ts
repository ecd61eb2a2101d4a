import { attribute, entity } from '../../../jsonapi/entity.ts';
import { nullable, text, time } from '../../../kernel/columns.ts';

export const sessions = entity('sessions', {
  id: text(),
  hash: text(),
  /** Account that signed in. */
  user_id: text(),
  /** Impersonated account. Null without an impersonation, and if the account was deleted. */
  impersonated_id: nullable(text()),
  impersonation_reason: nullable(text()),
  /** Time when the impersonation ends. Null without an impersonation. */
  impersonation_ends_at: attribute(nullable(time())),
  address: attribute(text()),
  user_agent: attribute(text()),
  created_at: attribute(time()),
  last_used_at: attribute(time()),
  expires_at: attribute(time()),
  /** Time of the last proof of ownership in this session. Null once the proof was used. */
  owner_proved_at: nullable(time()),
});
