import type { SchemaChange } from './migration.ts';

/** Names at the provider that are compared without case, and those that an administrator has to confirm. */
export const confirmedIdentities: SchemaChange = {
  name: 'confirmed-identities',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `alter table saml_identities add column name_key ${text}`,
    `alter table saml_identities add column to_confirm_since ${text}`,
    `alter table saml_identities add column confirmed_at ${text}`,
    `alter table saml_sessions add column name_key ${text}`,
    `alter table users add column signed_in_at ${text}`,
  ],
  indexes: [
    { name: 'saml_identities_name_key', on: 'saml_identities (provider, name_key)' },
    { name: 'saml_sessions_name_key', on: 'saml_sessions (provider, name_key)' },
  ],
};
