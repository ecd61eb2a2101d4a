import type { SchemaChange } from './migration.ts';

/** The counted outcomes of a policy by day: its page shows them by week, and lists find the policies that fail. */
export const outcomeDaysOfPolicies: SchemaChange = {
  name: 'outcome-days-of-policies',
  version: 2,
  phase: 'expand',
  statements: () => [],
  indexes: [{ name: 'policy_outcome_days_policy', on: 'policy_outcome_days (policy_id, day)' }],
};
