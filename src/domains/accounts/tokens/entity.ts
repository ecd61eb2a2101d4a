import { attribute, entity } from '../../../jsonapi/entity.ts';
import { flag, generated, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

/** API tokens of people, teams and organizations. An organization has at most one token of each kind. */
export const tokens = entity('tokens', {
  id: text(),
  hash: text(),
  kind: oneOf('user', 'team', 'organization', 'audit-trails'),
  user_id: nullable(text()),
  team_id: nullable(text()),
  organization_id: nullable(text()),
  description: attribute(nullable(text()), { set: 'once' }),
  /**
   * Whether the token is one of a team's named tokens, which differ in their descriptions. A team has at most one token
   * that is not named.
   */
  is_named: generated(flag()),
  created_by_id: nullable(text()),
  created_at: attribute(time()),
  last_used_at: attribute(nullable(time())),
  expires_at: attribute(nullable(time()), { as: 'expired-at', set: 'once' }),
});
