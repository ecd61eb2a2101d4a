import type { TablesOf } from '../../../db/tables.ts';
import { flag, generated, integer, oneOf, table, text, time } from '../../../lib/columns.ts';

export const teams = table('teams', {
  id: text(),
  organization_id: text(),
  name: text(),
  is_owners: generated(flag()),
  visibility: oneOf('secret', 'organization'),
  /** One bit for each permission, in the order of the permissions table. */
  permissions: generated(integer()),
  created_at: time(),
});

export const teamMembers = table('team_members', {
  membership_id: text(),
  team_id: text(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof teams, typeof teamMembers]> {}
}
