import type { SchemaChange } from './migration.ts';

/** The message of a revision of the code of a policy. */
export const revisionMessages: SchemaChange = {
  name: 'revision-messages',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [`alter table policy_revisions add column message ${text}`],
};
