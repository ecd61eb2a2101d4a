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
    // The address of the account has the form of one; of two names that differ in case alone, each stays as it is.
    `update saml_identities set name_key = lower(name_id) where
      exists (select 1 from users where users.id = saml_identities.user_id and users.email_key = lower(name_id))
      and not exists (select 1 from saml_identities other where other.provider = saml_identities.provider
        and lower(other.name_id) = lower(saml_identities.name_id) and other.name_id <> saml_identities.name_id)`,
  ],
  indexes: [
    { name: 'saml_identities_name', isUnique: true, on: 'saml_identities (provider, name_key)' },
    { name: 'saml_sessions_name_key', on: 'saml_sessions (provider, name_key)' },
  ],
};
