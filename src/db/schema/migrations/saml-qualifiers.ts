import type { SchemaChange } from './migration.ts';

/** The qualifiers of a name at the provider, which a request to end its session repeats. */
export const samlQualifiers: SchemaChange = {
  name: 'saml-qualifiers',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `alter table saml_sessions add column name_qualifier ${text}`,
    `alter table saml_sessions add column sp_name_qualifier ${text}`,
  ],
};
