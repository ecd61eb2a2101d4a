import type { SchemaChange } from './migration.ts';

/** The account that created an organization, and the account that each evaluation and replay counts for. */
export const sharesOfAccounts: SchemaChange = {
  name: 'shares-of-accounts',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `alter table organizations add column creator_id ${text}`,
    `alter table policy_evaluations add column account ${text} not null default 'unknown'`,
    `alter table policy_replays add column account ${text} not null default 'unknown'`,
  ],
  indexes: [
    { name: 'organizations_of_creator', on: 'organizations (creator_id) where creator_id is not null' },
    {
      name: 'policy_evaluations_of_account',
      on: `policy_evaluations (account, organization_id, updated_at, id)
        where status in ('pending', 'running') and input_digest is not null`,
    },
  ],
};
