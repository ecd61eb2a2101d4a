// OpenID Connect identity providers, for site administrators.
import { boot } from './boot.ts';
import type { Resource } from './client.ts';
import presets from './provider-presets.json';
import { creating, deleting, record, updating } from './query.ts';

export type IdentityProvider = Resource<'oidc-providers'>;
export type Preset = IdentityProvider['attributes']['preset'];

/** Attribute values that each provider preset fills in. */
export const presetAttributes = presets satisfies Readonly<Record<Preset, object>>;

const providers = '/api/v2/admin/oidc-providers';
const provider = `${providers}/{oidc_provider_id}` as const;

/** All providers, in the order of their sign-in buttons. */
export const providersQuery = record('identity-providers', providers, { keepsFormer: true })();

export const providerQuery = record('identity-provider', provider);

export const createProvider = creating(providers, 'oidc-providers');

export const updateProvider = updating(provider, 'oidc-providers');

export const deleteProvider = deleting(provider);

/** URLs of this service to register at the provider. They contain `KEY` until a key is chosen. */
export const registeredAddresses = (key: string) => ({
  redirect: `${boot.address}/users/oidc/callback/${key || 'KEY'}`,
  logout: `${boot.address}/users/oidc/logout/${key || 'KEY'}`,
  signOut: `${boot.address}/sign-in`,
});

/** Path that starts a test sign-in. The test changes nothing. */
export const checkPath = (key: string): string => `/users/oidc/check/${key}`;
