// Generates the attributes that each identity provider preset sets in the console's form.
import { presetOf } from '../src/domains/accounts/identity-providers/providers.ts';

const attributesOf = (preset: Parameters<typeof presetOf>[0]) => {
  const { issuer, scopes, claims, isPublic } = presetOf(preset);
  return {
    issuer,
    scopes,
    'username-claim': claims.username,
    'email-claim': claims.email,
    'groups-claim': claims.groups,
    'site-admin-claim': claims.siteAdmin,
    'site-admin-value': claims.siteAdminValue,
    'team-names-count': !isPublic,
    'creates-accounts': !isPublic,
  };
};

const names = ['google', 'entra', 'okta', 'keycloak', 'gitlab', 'github', 'custom'] as const;

/** Returns the presets as JSON, in display order. */
export const presetsOfConsole = (): string =>
  `${JSON.stringify(Object.fromEntries(names.map((name) => [name, attributesOf(name)])), null, 2)}\n`;
