import type { SchemaChange } from './migration.ts';

/**
 * Counts of evaluations and of the outcomes of policies by day, and the indexes that lead to the latest evaluation of a workspace,
 * to overrides that end, and to evaluations that no count has yet.
 */
export const evaluationCounts: SchemaChange = {
  name: 'evaluation-counts',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    'alter table policy_evaluations add column is_counted integer not null default 0',
    `create table policy_evaluation_days (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      day ${text} not null,
      passed integer not null,
      failed integer not null,
      errored integer not null,
      overridden integer not null,
      shadow_failed integer not null,
      exempted integer not null,
      changes bigint not null,
      recounted_at ${text} not null,
      expires_at ${text} not null
    )`,
    'create index policy_evaluation_days_organization on policy_evaluation_days (organization_id, day)',
    'create index policy_evaluation_days_recount on policy_evaluation_days (recounted_at)',
    'create index policy_evaluation_days_expiry on policy_evaluation_days (expires_at)',
    `create table policy_outcome_days (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      day ${text} not null,
      policy_set_id ${text} not null,
      policy_id ${text} not null,
      policy_name ${text} not null,
      passed integer not null,
      failed integer not null,
      errored integer not null,
      exempted integer not null,
      shadow_passed integer not null,
      shadow_failed integer not null,
      shadow_errored integer not null,
      last_failure ${text} not null,
      expires_at ${text} not null
    )`,
    'create index policy_outcome_days_organization on policy_outcome_days (organization_id, day)',
    'create index policy_outcome_days_set on policy_outcome_days (policy_set_id, day)',
    'create index policy_outcome_days_expiry on policy_outcome_days (expires_at)',
  ],
  indexes: [
    {
      name: 'policy_evaluations_latest',
      on: `policy_evaluations (organization_id, workspace_id, created_at, id)
        where scope = 'organization' and status in ('passed', 'failed', 'errored', 'unreachable', 'overridden')`,
    },
    {
      name: 'policy_evaluations_overrides',
      on: 'policy_evaluations (organization_id, override_expires_at) where override_expires_at is not null',
    },
    {
      name: 'policy_evaluations_uncounted',
      on: `policy_evaluations (organization_id, created_at)
        where is_counted = 0 and status in ('passed', 'failed', 'errored', 'unreachable', 'overridden')`,
    },
  ],
};
