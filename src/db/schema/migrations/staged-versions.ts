import type { SchemaChange } from './migration.ts';

/** Policy set versions can be uploaded without being put in force. */
export const stagedVersions: SchemaChange = {
  name: 'staged-versions',
  version: 2,
  phase: 'expand',
  statements: () => ['alter table policy_set_versions add column is_staged integer not null default 0'],
};
