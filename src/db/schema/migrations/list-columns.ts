// Columns that lists show, and indexes for their sort orders.
import type { SchemaChange } from './migration.ts';

export const listColumns: SchemaChange = {
  name: 'list-columns',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `alter table policy_evaluations add column run_message ${text}`,
    `alter table policy_evaluations add column run_commit ${text}`,
  ],
  indexes: [
    {
      name: 'policy_evaluations_by_failed',
      on: 'policy_evaluations (organization_id, mandatory_failed, created_at, id)',
    },
    { name: 'policies_by_level', on: 'policies (organization_id, enforcement_level, name)' },
    { name: 'modules_by_change', on: 'modules (organization_id, updated_at, id)' },
  ],
};
