import type { SchemaChange } from './migration.ts';

/**
 * Organizations of the workspaces that use module versions, so that the workspaces of one organization are found without
 * reading those of others. Evaluations say whether they determined the modules of their workspace.
 */
export const moduleUsers: SchemaChange = {
  name: 'module-users',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `alter table workspace_modules add column organization_id ${text}`,
    'alter table policy_evaluations add column has_modules integer not null default 0',
  ],
  indexes: [
    {
      name: 'workspace_modules_by_organization',
      on: 'workspace_modules (version_id, organization_id, workspace_id)',
    },
  ],
  backfills: [
    {
      table: 'workspace_modules',
      key: 'workspace_id',
      set: 'organization_id = (select organization_id from workspaces where workspaces.id = workspace_modules.workspace_id)',
      where: 'organization_id is null',
    },
  ],
};
