// Replays of changes to the scope of policy sets, and of the runs to which a policy applies.
import type { SchemaChange } from './migration.ts';

export const replayedChanges: SchemaChange = {
  name: 'replayed-changes',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    'alter table policy_replays add column applicable_only integer not null default 0',
    `alter table policy_replays add column input ${text}`,
    `alter table policy_replays add column set_change ${text}`,
    `alter table policy_replay_inputs add column applying_sets ${text}`,
  ],
};
