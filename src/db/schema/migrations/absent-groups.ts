import type { SchemaChange } from './migration.ts';

/** Marks identities whose groups the provider did not send: what groups gave is suspended until it does. */
export const absentGroups: SchemaChange = {
  name: 'absent-groups',
  version: 2,
  phase: 'expand',
  statements: () => ['alter table saml_identities add column awaits_groups integer not null default 0'],
};
