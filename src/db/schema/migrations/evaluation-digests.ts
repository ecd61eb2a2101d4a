import type { SchemaChange } from './migration.ts';

/**
 * Adds a table with digests for the comparison of evaluations, and an index for the last evaluation of a workspace that
 * passed.
 */
export const evaluationDigests: SchemaChange = {
  name: 'evaluation-digests',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `create table policy_evaluation_digests (
      evaluation_id ${text} primary key references policy_evaluations (id) on delete cascade,
      key_id ${text} not null,
      plan ${text},
      resources ${text},
      policies ${text} not null
    )`,
  ],
  indexes: [
    {
      name: 'policy_evaluations_last_passed',
      on: `policy_evaluations (organization_id, workspace_id, created_at, id)
        where scope = 'organization' and counts_for_workspace = 1 and status = 'passed'`,
    },
  ],
};
