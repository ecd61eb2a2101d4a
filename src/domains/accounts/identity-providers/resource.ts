import { Type } from 'typebox';
import { filled } from '../../../conditions.ts';
import type { Context } from '../../../context.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { oidcProviders } from './entity.ts';
import { isOpen, openAdvice, openSentence } from './open-providers.ts';
import { callbackPath, logoutPath } from './openid-settings.ts';
import { problemOf } from './providers.ts';
import type { ProviderRow } from './store.ts';

/** A provider with the URLs that an administrator registers at the provider's site. */
export interface ShownProvider extends ProviderRow {
  readonly redirectUri: string;
  readonly logoutUri: string;
  readonly problem: string | null;
}

export const shownProvider = (context: Context, row: ProviderRow): ShownProvider => ({
  ...row,
  redirectUri: context.baseUrl() + callbackPath(row.key),
  logoutUri: context.baseUrl() + logoutPath(row.key),
  problem: problemOf(context, row),
});

/** API representation of a provider. It never contains the credential. */
export const providerResource = resource<ShownProvider>({
  type: 'oidc-providers',
  attributes: {
    ...oidcProviders.shown,
    scopes: shown(Type.Array(Type.String()), ({ scopes }) => JSON.parse(scopes)),
    'allowed-domains': shown(Type.Array(Type.String()), ({ allowed_domains }) => JSON.parse(allowed_domains)),
    'allowed-groups': shown(Type.Array(Type.String()), ({ allowed_groups }) => JSON.parse(allowed_groups)),
    organizations: shown(Type.Array(Type.String()), ({ organizations }) => JSON.parse(organizations)),
    problem: shown(Nullable(Type.String()), ({ problem }) => problem),
    warning: shown(Nullable(Type.String()), (row) =>
      isOpen(row) ? `${filled(openSentence, { name: row.name })} ${openAdvice}` : null,
    ),
    'redirect-uri': shown(Type.String(), ({ redirectUri }) => redirectUri),
    'backchannel-logout-uri': shown(Type.String(), ({ logoutUri }) => logoutUri),
  },
  links: { self: ({ id }) => `/api/v2/admin/oidc-providers/${id}` },
});
