// Generates the attributes of each identity provider preset for the console's form.
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

/** Presets in display order. */
export const presetsOfConsole = (): string =>
  `${JSON.stringify(Object.fromEntries(names.map((name) => [name, attributesOf(name)])), null, 2)}\n`;
