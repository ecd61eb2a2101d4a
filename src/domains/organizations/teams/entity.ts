import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Name } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, oneOf, table, text, time } from '../../../lib/columns.ts';

export const teams = entity('teams', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  is_owners: generated(flag()),
  visibility: attribute(oneOf('secret', 'organization'), { set: 'always' }),
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
