import type { SchemaChange } from './migration.ts';

/** Groups of a provider of the sign-in by OpenID Connect to one of which people must belong. */
export const providerGroups: SchemaChange = {
  name: 'provider-groups',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [`alter table oidc_providers add column allowed_groups ${text} not null default '[]'`],
};
