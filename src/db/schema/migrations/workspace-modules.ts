import type { SchemaChange } from './migration.ts';

/** Module versions that each workspace uses, according to its latest evaluation. */
export const workspaceModules: SchemaChange = {
  name: 'workspace-modules',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `create table workspace_modules (
      workspace_id ${text} not null references workspaces (id) on delete cascade,
      version_id ${text} not null references module_versions (id) on delete cascade,
      requested ${text} not null,
      primary key (workspace_id, version_id)
    )`,
    'create index workspace_modules_version on workspace_modules (version_id, workspace_id)',
  ],
};
