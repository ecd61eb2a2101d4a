import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { oidcProviders } from './entity.ts';
import { callbackPath, logoutPath } from './settings.ts';
import type { ProviderRow } from './store.ts';

/** A provider with the addresses that it is set up with. */
export interface ShownProvider extends ProviderRow {
  readonly redirectUri: string;
  readonly logoutUri: string;
}

export const shownProvider = ({ baseUrl }: Context, row: ProviderRow): ShownProvider => ({
  ...row,
  redirectUri: baseUrl() + callbackPath(row.key),
  logoutUri: baseUrl() + logoutPath(row.key),
});

/** A provider. Its credential is never shown. */
export const providerResource = resource<ShownProvider>({
  type: 'oidc-providers',
  attributes: {
    ...oidcProviders.shown,
    scopes: shown(Type.Array(Type.String()), ({ scopes }) => JSON.parse(scopes)),
    'allowed-domains': shown(Type.Array(Type.String()), ({ allowed_domains }) => JSON.parse(allowed_domains)),
    'redirect-uri': shown(Type.String(), ({ redirectUri }) => redirectUri),
    'backchannel-logout-uri': shown(Type.String(), ({ logoutUri }) => logoutUri),
  },
  links: { self: ({ id }) => `/api/v2/admin/oidc-providers/${id}` },
});
