import type { SchemaChange } from './migration.ts';

/** The evaluations of a workspace by time: its page shows the newest of them. */
export const evaluationsOfWorkspaces: SchemaChange = {
  name: 'evaluations-of-workspaces',
  version: 2,
  phase: 'expand',
  statements: () => [],
  indexes: [
    {
      name: 'policy_evaluations_of_workspace',
      on: 'policy_evaluations (organization_id, workspace_id, created_at, id)',
    },
  ],
};
