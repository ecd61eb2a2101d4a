import type { SchemaChange } from './migration.ts';

/** Day on which a policy last failed, and indexes for the filters of the lists of policies and of evaluations. */
export const filteredLists: SchemaChange = {
  name: 'filtered-lists',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [`alter table policies add column failed_on ${text}`],
  indexes: [
    { name: 'policies_by_level', on: 'policies (organization_id, enforcement_level, name)' },
    { name: 'policies_by_shadow', on: 'policies (organization_id, is_shadow, name)' },
    {
      name: 'policies_by_failure',
      // The expression of `byFailure`.
      on: {
        sqlite: "policies ((organization_id || ''), name, failed_on)",
        postgres: 'policies (organization_id, name, failed_on)',
      },
    },
    {
      name: 'policy_evaluations_mandatory_failed',
      on: 'policy_evaluations (organization_id, created_at, id) where mandatory_failed > 0',
    },
    {
      name: 'policy_evaluations_advisory_failed',
      on: 'policy_evaluations (organization_id, created_at, id) where advisory_failed > 0',
    },
  ],
  backfills: [
    {
      table: 'policies',
      key: 'id',
      set: `failed_on = (select max(day) from policy_outcome_days
        where policy_outcome_days.policy_id = policies.id and policy_outcome_days.organization_id = policies.organization_id
          and policy_outcome_days.failed + policy_outcome_days.errored
            + policy_outcome_days.shadow_failed + policy_outcome_days.shadow_errored > 0)`,
      where: 'failed_on is null',
    },
  ],
};
