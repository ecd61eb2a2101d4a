import type { SchemaChange } from './migration.ts';

/** The owners team of an organization, among very many others. */
export const ownersTeams: SchemaChange = {
  name: 'owners-teams',
  version: 2,
  phase: 'expand',
  statements: () => [],
  indexes: [{ name: 'teams_of_owners', on: 'teams (organization_id, id) where is_owners = 1' }],
};
