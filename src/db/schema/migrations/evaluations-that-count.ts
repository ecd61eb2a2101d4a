import type { SchemaChange } from './migration.ts';

/** Whether an evaluation counts for its workspace, which depends on what its creator was permitted to do. */
export const evaluationsThatCount: SchemaChange = {
  name: 'evaluations-that-count',
  version: 2,
  phase: 'expand',
  statements: () => ['alter table policy_evaluations add column counts_for_workspace integer not null default 1'],
  indexes: [
    {
      name: 'policy_evaluations_latest_counted',
      on: `policy_evaluations (organization_id, workspace_id, created_at, id)
        where scope = 'organization' and counts_for_workspace = 1
        and status in ('passed', 'failed', 'errored', 'unreachable', 'overridden')`,
    },
    {
      name: 'policy_evaluations_not_counted',
      on: `policy_evaluations (organization_id, created_at)
        where scope = 'organization' and counts_for_workspace = 0 and workspace_id is not null`,
    },
  ],
};
