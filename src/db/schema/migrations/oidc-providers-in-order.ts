import type { SchemaChange } from './migration.ts';

/** The providers of the sign-in by OpenID Connect in the order of their buttons. */
export const oidcProvidersInOrder: SchemaChange = {
  name: 'oidc-providers-in-order',
  version: 2,
  phase: 'expand',
  statements: () => [],
  indexes: [{ name: 'oidc_providers_in_order', on: 'oidc_providers (position, id)' }],
};
