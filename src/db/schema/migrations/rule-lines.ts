import type { SchemaChange } from './migration.ts';

/** Numbers of the lines of failed policies that were true, where the organization shows lines of rules. */
export const ruleLines: SchemaChange = {
  name: 'rule-lines',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    'alter table organizations add column shows_rule_lines integer not null default 0',
    `alter table policy_set_outcomes add column true_lines ${text}`,
  ],
};
