import type { SchemaChange } from './migration.ts';

/** The form in which a policy, or the policies of a set, get a plan; null where they name none. */
export const inputForms: SchemaChange = {
  name: 'input-forms',
  version: 2,
  phase: 'expand',
  statements: ({ text }) =>
    ['policies', 'policy_sets', 'policy_archive_policies'].map(
      (table) => `alter table ${table} add column input ${text}`,
    ),
};
