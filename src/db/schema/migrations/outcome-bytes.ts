import type { SchemaChange } from './migration.ts';

/** Size in bytes of the outcomes of an organization, by the day on which they expire: at most one row for each day. */
export const outcomeBytes: SchemaChange = {
  name: 'outcome-bytes',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `create table policy_outcome_bytes (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      bytes bigint not null,
      expires_at ${text} not null
    )`,
    'create index policy_outcome_bytes_organization on policy_outcome_bytes (organization_id)',
    'create index policy_outcome_bytes_expiry on policy_outcome_bytes (expires_at)',
  ],
};
