import type { SchemaChange } from './migration.ts';

/** Number of policies that a running evaluation has to evaluate, and that it has evaluated; null before it was counted. */
export const evaluationProgress: SchemaChange = {
  name: 'evaluation-progress',
  version: 2,
  phase: 'expand',
  statements: () => [
    'alter table policy_evaluations add column policies integer',
    'alter table policy_evaluations add column policies_evaluated integer',
  ],
};
