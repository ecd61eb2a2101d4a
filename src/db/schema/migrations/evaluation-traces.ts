import type { SchemaChange } from './migration.ts';

/** The trace that brought the plan of an evaluation. */
export const evaluationTraces: SchemaChange = {
  name: 'evaluation-traces',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [`alter table policy_evaluations add column traceparent ${text}`],
};
