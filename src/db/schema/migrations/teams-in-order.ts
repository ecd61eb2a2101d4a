import type { SchemaChange } from './migration.ts';

/** The teams of an organization by name, with all that decides whether the tokens of one are listed. */
export const teamsInOrder: SchemaChange = {
  name: 'teams-in-order',
  version: 2,
  phase: 'expand',
  statements: () => [],
  indexes: [{ name: 'teams_in_order', on: 'teams (organization_id, name_key, id, is_owners, permissions)' }],
};
