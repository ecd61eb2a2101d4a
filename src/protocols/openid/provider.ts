// Settings of sign-in providers, and presets for common providers.
import { isThisMachine } from '../../lib/network/address.ts';
import type { ClaimNames } from './claims.ts';
import { OpenIdError } from './error.ts';

/** Client secret, or private key as PEM or JWK. A certificate may follow a PEM key. */
type Credential = { readonly secret: string } | { readonly privateKey: string };

export interface OpenIdProvider {
  readonly kind: 'openid' | 'github';
  /** Issuer exactly as in the provider's metadata. For GitHub, the URL of the site. */
  readonly issuer: string;
  /** Directory (tenant) ID, for providers whose tenants share one issuer. */
  readonly tenant?: string | undefined;
  readonly clientId: string;
  readonly credential: Credential;
  readonly scopes: readonly string[];
}

/** Preset for a common provider. Administrators enter the other settings. */
export interface ProviderPreset {
  readonly name: string;
  readonly kind: OpenIdProvider['kind'];
  /** Issuer of the provider. Blank if each customer has a different issuer. */
  readonly issuer: string;
  readonly needsTenant: boolean;
  readonly scopes: readonly string[];
  readonly claims: ClaimNames;
  /** Whether anybody can get an account at the provider and choose group names. */
  readonly isPublic: boolean;
}

const standard = {
  kind: 'openid',
  needsTenant: false,
  isPublic: false,
  scopes: ['openid', 'email', 'profile'],
} as const;
const claims: ClaimNames = {
  username: 'preferred_username',
  email: 'email',
  groups: 'groups',
  siteAdmin: '',
  siteAdminValue: '',
};

export const googleIssuer = 'https://accounts.google.com';

export const providerPresets = {
  google: {
    ...standard,
    name: 'Google',
    issuer: googleIssuer,
    isPublic: true,
    claims: { ...claims, username: 'email', groups: '' },
  },
  entra: {
    ...standard,
    name: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    needsTenant: true,
    claims: { ...claims, siteAdmin: 'roles' },
  },
  okta: { ...standard, name: 'Okta', issuer: '', scopes: [...standard.scopes, 'groups'], claims },
  keycloak: { ...standard, name: 'Keycloak', issuer: '', claims: { ...claims, siteAdmin: 'realm_access.roles' } },
  gitlab: { ...standard, name: 'GitLab', issuer: 'https://gitlab.com', isPublic: true, claims },
  github: {
    name: 'GitHub',
    kind: 'github',
    issuer: 'https://github.com',
    needsTenant: false,
    isPublic: true,
    scopes: ['read:user', 'user:email', 'read:org'],
    claims: { ...claims, username: 'login' },
  },
} as const satisfies Readonly<Record<string, ProviderPreset>>;

/** Hosts of Microsoft Entra, which has shared issuers for all tenants. */
const entraHosts = /^login\.(microsoftonline\.(com|us)|partner\.microsoftonline\.cn)$/;
const sharedIssuer = /^\/(common|organizations|consumers)(?=\/|$)/;
const tenantId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const placeholder = '{tenantid}';

/**
 * Returns a provider's issuer. If tenants share the issuer in the settings, returns the issuer of the configured
 * tenant. Throws `OpenIdError`.
 */
export function issuerOf({ issuer, tenant = '' }: Pick<OpenIdProvider, 'issuer' | 'tenant'>): string {
  const url = URL.parse(issuer);
  const isEntra = url !== null && entraHosts.test(url.hostname);
  const path = isEntra ? url.pathname.replace(sharedIssuer, `/${placeholder}`) : undefined;
  const template = path?.startsWith(`/${placeholder}`) ? `${url?.origin}${path}` : issuer;
  const isShared = template.includes(placeholder);
  if (isShared && !tenantId.test(tenant)) throw new OpenIdError('tenant-not-named');
  const own = isShared ? template.replace(placeholder, tenant.toLowerCase()) : issuer;
  if (!isSafeEndpoint(own) || /[?#]/.test(own)) throw new OpenIdError('malformed-issuer');
  return own;
}

/** Tenant of personal Microsoft accounts, which anybody can get. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
const publicIssuers: readonly string[] = Object.values(providerPresets)
  .filter(({ isPublic }) => isPublic)
  .map(({ issuer }) => issuer);

/** Whether anybody can get an account at an issuer. */
export const isPublicIssuer = (issuer: string): boolean =>
  publicIssuers.includes(issuer.replace(/\/$/, '')) || issuer.includes(`/${personalTenant}/`);

/** Whether a text is an HTTPS URL, or an HTTP URL of a loopback address, where nobody can intercept it. */
export function isSafeEndpoint(text: string): boolean {
  const url = URL.parse(text);
  // The URL parser removes line breaks and tabs, which are not allowed in a URL.
  if (url === null || !/^https?:\/\/\S+$/i.test(text) || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isThisMachine(url);
}
