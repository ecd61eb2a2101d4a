import type { SchemaChange } from './migration.ts';

/** Requirements of an organization on its evaluations, and a flag of an evaluation that evaluated nothing. */
export const evaluationConditions: SchemaChange = {
  name: 'evaluation-conditions',
  version: 2,
  phase: 'expand',
  statements: () => [
    'alter table organizations add column requires_policies integer not null default 0',
    'alter table organizations add column requires_complete_plans integer not null default 0',
    'alter table organizations add column requires_workspace integer not null default 0',
    'alter table policy_evaluations add column is_empty integer not null default 0',
  ],
};
