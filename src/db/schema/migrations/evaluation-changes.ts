import type { SchemaChange } from './migration.ts';

/** Changes of plans to resources that findings of their evaluations name, and the values of these where they are kept. */
export const evaluationChanges: SchemaChange = {
  name: 'evaluation-changes',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    'alter table organizations add column keeps_change_values integer not null default 0',
    `create table policy_evaluation_changes (
      id ${text} primary key,
      evaluation_id ${text} not null references policy_evaluations (id) on delete cascade,
      position integer not null,
      address ${text} not null,
      module ${text},
      resource_type ${text},
      name ${text},
      provider ${text},
      origin ${text} not null,
      is_deposed integer not null,
      actions ${text} not null,
      action_reason ${text},
      attributes ${text} not null,
      attributes_left_out integer not null,
      expires_at ${text} not null,
      unique (evaluation_id, position)
    )`,
    'create index policy_evaluation_changes_expiry on policy_evaluation_changes (expires_at)',
    `create table policy_evaluation_values (
      id ${text} primary key references policy_evaluations (id) on delete cascade,
      organization_id ${text} not null references tenants (id) on delete cascade,
      sealed ${text} not null,
      created_at ${text} not null
    )`,
    'create index policy_evaluation_values_newest on policy_evaluation_values (organization_id, created_at, id)',
  ],
};
