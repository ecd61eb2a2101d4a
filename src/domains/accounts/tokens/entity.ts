import type { TablesOf } from '../../../db/tables.ts';
import { nullable, oneOf, table, text, time } from '../../../lib/columns.ts';

/** API tokens of people, teams and organizations; of an organization there is at most one. */
export const tokens = table('tokens', {
  id: text(),
  hash: text(),
  kind: oneOf('user', 'team', 'organization'),
  user_id: nullable(text()),
  team_id: nullable(text()),
  organization_id: nullable(text()),
  description: nullable(text()),
  created_by_id: nullable(text()),
  created_at: time(),
  last_used_at: nullable(time()),
  expires_at: nullable(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof tokens]> {}
}
