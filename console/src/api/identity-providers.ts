// Identity providers of the sign-in by OpenID Connect, for administrators.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { boot } from './boot.ts';
import { api, type Resource, read, send } from './client.ts';
import presets from './provider-presets.json';
import { keyOf, refresh } from './query-key.ts';

export type IdentityProvider = Resource<'oidc-providers'>;
export type Preset = IdentityProvider['attributes']['preset'];

/** Attributes that a preset fills in. */
export const presetAttributes = presets satisfies Readonly<Record<Preset, object>>;

/** All providers, in the order of their buttons. */
export const providersQuery = queryOptions({
  queryKey: keyOf('identity-providers', 'list'),
  queryFn: ({ signal }) => read(api.GET('/api/v2/admin/oidc-providers', { signal })),
  placeholderData: keepPreviousData,
});

const at = (id: string) => ({ params: { path: { oidc_provider_id: id } } });

export const providerQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('identity-providers', 'one', id),
    queryFn: ({ signal }) => read(api.GET('/api/v2/admin/oidc-providers/{oidc_provider_id}', { signal, ...at(id) })),
  });

/** Reads the list again, and one provider that is still there. */
export const refreshProviders = (queryClient: QueryClient, id?: string) =>
  refresh(
    queryClient,
    keyOf('identity-providers', 'list'),
    ...(id === undefined ? [] : [keyOf('identity-providers', 'one', id)]),
  );

/** Attributes that can be changed; a credential that is left out stays. */
export interface ProviderInput {
  readonly name: string;
  readonly enabled: boolean;
  readonly issuer: string;
  readonly tenant?: string;
  readonly 'client-id': string;
  readonly 'client-secret'?: string;
  readonly 'private-key'?: string;
  readonly scopes: string[];
  readonly 'username-claim': string;
  readonly 'email-claim': string;
  readonly 'groups-claim': string;
  readonly 'site-admin-claim': string;
  readonly 'site-admin-value': string;
  readonly 'team-names-count': boolean;
  readonly organizations: string[];
  readonly 'allowed-groups': string[];
  readonly 'allowed-domains': string[];
  readonly 'creates-accounts': boolean;
}

export const createProvider = (key: string, preset: Preset, input: ProviderInput) =>
  read(
    api.POST('/api/v2/admin/oidc-providers', {
      body: { data: { type: 'oidc-providers', attributes: { ...input, key, preset } } },
    }),
  );

export const updateProvider = (id: string, attributes: ProviderInput | { readonly position: number }) =>
  read(
    api.PATCH('/api/v2/admin/oidc-providers/{oidc_provider_id}', {
      ...at(id),
      body: { data: { type: 'oidc-providers', attributes } },
    }),
  );

export const deleteProvider = (id: string) =>
  send(api.DELETE('/api/v2/admin/oidc-providers/{oidc_provider_id}', at(id)));

/** Addresses of this service that are registered at the provider; `KEY` stands for a key that is not chosen yet. */
export const registeredAddresses = (key: string) => ({
  redirect: `${boot.address}/users/oidc/callback/${key || 'KEY'}`,
  logout: `${boot.address}/users/oidc/logout/${key || 'KEY'}`,
  signOut: `${boot.address}/sign-in`,
});

/** Path that begins a dry run of a sign-in. */
export const checkPath = (key: string): string => `/users/oidc/check/${key}`;
