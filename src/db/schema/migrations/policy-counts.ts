// Counter tables of the policies domain, which its first migration creates.
import type { ColumnTypes } from './migration.ts';

/**
 * Tables with the number of policy evaluations and outcomes per day, and with the total size in bytes of the outcomes
 * that expire on each day.
 */
export const countTables = ({ text }: Pick<ColumnTypes, 'text'>): readonly string[] => [
  // Contains at most one row for each organization and day.
  `create table policy_outcome_bytes (
    id ${text} primary key,
    organization_id ${text} not null references tenants (id) on delete cascade,
    bytes bigint not null,
    expires_at ${text} not null
  )`,
  'create index policy_outcome_bytes_organization on policy_outcome_bytes (organization_id)',
  'create index policy_outcome_bytes_expiry on policy_outcome_bytes (expires_at)',
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
    old integer not null,
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
    old integer not null,
    shadow_passed integer not null,
    shadow_failed integer not null,
    shadow_errored integer not null,
    last_failure ${text} not null,
    expires_at ${text} not null
  )`,
  'create index policy_outcome_days_organization on policy_outcome_days (organization_id, day)',
  'create index policy_outcome_days_set on policy_outcome_days (policy_set_id, day)',
  'create index policy_outcome_days_expiry on policy_outcome_days (expires_at)',
  'create index policy_outcome_days_policy on policy_outcome_days (policy_id, day)',
];
