import type { Migration } from './migration.ts';

/** Which plan each organization has and has had, and what counts against a plan's limits. */
export const plans: Migration = {
  name: '0013-plans',
  statements: ({ text }) => [
    `create table subscriptions (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      feature_set_id ${text} not null,
      started_at ${text} not null,
      ended_at ${text}
    )`,
    'create unique index subscriptions_active on subscriptions (organization_id) where ended_at is null',
    'create index subscriptions_history on subscriptions (organization_id, started_at, id)',
    "create index policies_mandatory on policies (organization_id) where enforcement_level <> 'advisory'",
    'create index policy_sets_versioned on policy_sets (organization_id) where is_versioned = 1',
  ],
};
