import type { SchemaChange } from './migration.ts';

/** Providers of the sign-in by OpenID Connect. */
export const oidcProviders: SchemaChange = {
  name: 'oidc-providers',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `create table oidc_providers (
      id ${text} primary key,
      key ${text} not null,
      position integer not null,
      name ${text} not null,
      preset ${text} not null,
      is_enabled integer not null,
      issuer ${text} not null,
      tenant ${text},
      client_id ${text} not null,
      credential ${text} not null,
      sealed_credential ${text} not null,
      scopes ${text} not null,
      username_claim ${text} not null,
      email_claim ${text} not null,
      groups_claim ${text} not null,
      site_admin_claim ${text} not null,
      site_admin_value ${text} not null,
      allowed_domains ${text} not null,
      creates_accounts integer not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      constraint oidc_providers_key unique (key)
    )`,
  ],
};
