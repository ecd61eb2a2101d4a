// Providers of sign-ins, and what is known about the usual ones.
import { isThisMachine } from '../../lib/network/address.ts';
import type { ClaimNames } from './claims.ts';
import { OpenIdError } from './error.ts';

/** Secret of the client, or its private key as PEM or JWK; a certificate may follow a key in PEM. */
type Credential = { readonly secret: string } | { readonly privateKey: string };

export interface OpenIdProvider {
  readonly kind: 'openid' | 'github';
  /** Exactly as in the metadata of the provider; for GitHub the address of its site. */
  readonly issuer: string;
  /** Directory (tenant) ID, where tenants share the issuer. */
  readonly tenant?: string | undefined;
  readonly clientId: string;
  readonly credential: Credential;
  readonly scopes: readonly string[];
}

/** Settings for a usual provider, of which an administrator enters the rest. */
export interface ProviderPreset {
  readonly name: string;
  readonly kind: OpenIdProvider['kind'];
  /** Blank where each customer has another one. */
  readonly issuer: string;
  readonly needsTenant: boolean;
  readonly scopes: readonly string[];
  readonly claims: ClaimNames;
  /** True if anybody can get an account there, and choose the names of groups. */
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

/** Hosts of Microsoft Entra, which has issuers for every tenant at once. */
const entraHosts = /^login\.(microsoftonline\.(com|us)|partner\.microsoftonline\.cn)$/;
const sharedIssuer = /^\/(common|organizations|consumers)(?=\/|$)/;
const tenantId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const placeholder = '{tenantid}';

/** The issuer of a provider: of one tenant where tenants share it. Throws `OpenIdError`. */
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

/** Directory of Microsoft accounts, which anybody can get. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
const publicIssuers: readonly string[] = Object.values(providerPresets)
  .filter(({ isPublic }) => isPublic)
  .map(({ issuer }) => issuer);

/** True if anybody can get an account at an issuer, whatever the preset. */
export const isPublicIssuer = (issuer: string): boolean =>
  publicIssuers.includes(issuer.replace(/\/$/, '')) || issuer.includes(`/${personalTenant}/`);

/** True if a text is an address over https, or over http on this machine, where nobody can intercept it. */
export function isSafeEndpoint(text: string): boolean {
  const url = URL.parse(text);
  // The parser drops line breaks and tabs, which are no part of an address.
  if (url === null || !/^https?:\/\/\S+$/i.test(text) || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isThisMachine(url);
}
