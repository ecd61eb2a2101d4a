// GitHub, which has OAuth 2 in place of OpenID Connect: the person is what its API says about the access token.
import type { CustomFetch, ServerMetadata } from 'openid-client';
import { isObject, type JsonObject } from '../../lib/json/json-tree.ts';
import { OpenIdError } from './error.ts';
import { fetchJson } from './json-answer.ts';

/** Metadata of GitHub, or of a GitHub Enterprise Server at another address, which publishes none. */
export const gitHubServer = (issuer: string): ServerMetadata => ({
  issuer: `${withoutSlash(issuer)}/login/oauth`,
  authorization_endpoint: `${withoutSlash(issuer)}/login/oauth/authorize`,
  token_endpoint: `${withoutSlash(issuer)}/login/oauth/access_token`,
  token_endpoint_auth_methods_supported: ['client_secret_post'],
});

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** The API of a site: beside GitHub and its tenants (`ghe.com`), or inside an Enterprise Server. */
function apiOf(issuer: string): string {
  const { origin, protocol, host } = new URL(issuer);
  const isHosted = host === 'github.com' || host.endsWith('.ghe.com');
  return isHosted ? `${protocol}//api.${host}` : `${origin}/api/v3`;
}

/** Access to the API for one sign-in. */
export interface GitHubAccess {
  readonly fetch: CustomFetch;
  readonly issuer: string;
  readonly accessToken: string;
  /** Scopes in the settings. */
  readonly wanted: readonly string[];
  /** Scopes of the access token, as the answer lists them. */
  readonly granted: string;
}

export interface GitHubProfile {
  /** Number of the account: its name can become another person's. */
  readonly subject: string;
  readonly claims: JsonObject;
}

/**
 * Reads the person, the verified primary address, and all organizations and teams of this moment, so that a membership that
 * ended gives nothing any more. Throws `OpenIdError` rather than leave something out.
 */
export async function readGitHubProfile(access: GitHubAccess): Promise<GitHubProfile> {
  requireScopes(access);
  const api = apiOf(access.issuer);
  const { value: user } = await get(access, `${api}/user`);
  if (!isObject(user) || !Number.isSafeInteger(user.id) || typeof user.login !== 'string') throw malformed();
  const hasAddress = access.wanted.some((scope) => /^user(:email)?$/.test(scope));
  const hasGroups = access.wanted.some((scope) => scope.endsWith(':org'));
  const claims = {
    sub: String(user.id),
    login: user.login,
    ...(typeof user.name === 'string' && { name: user.name }),
    ...(hasAddress && primaryAddress(await list(access, `${api}/user/emails`))),
    ...(hasGroups && { groups: await groupsOf(access, api) }),
  };
  return { subject: claims.sub, claims };
}

/** Scopes that contain others. */
const wider: Readonly<Record<string, readonly string[]>> = {
  'read:user': ['user'],
  'user:email': ['user'],
  'read:org': ['write:org', 'admin:org'],
  'write:org': ['admin:org'],
};

/** Without a scope the API would show less, and say nothing about it. */
function requireScopes({ wanted, granted }: GitHubAccess): void {
  const all = granted.split(/[\s,]+/);
  const missing = wanted.find((scope) => ![scope, ...(wider[scope] ?? [])].some((each) => all.includes(each)));
  if (missing !== undefined) throw new OpenIdError('scope-not-granted', { detail: missing });
}

function primaryAddress(addresses: readonly JsonObject[]): JsonObject {
  const primary = addresses.find((address) => address.primary === true && address.verified === true);
  return typeof primary?.email === 'string' ? { email: primary.email, email_verified: true } : {};
}

/** Organizations by their names, and teams as `organization/team`. */
async function groupsOf(access: GitHubAccess, api: string): Promise<readonly string[]> {
  const organizations = await list(access, `${api}/user/orgs`);
  const teams = await list(access, `${api}/user/teams`);
  return [
    ...organizations.map(loginOf),
    ...teams.map(({ organization, slug }) => {
      if (!isObject(organization) || typeof slug !== 'string') throw malformed();
      return `${loginOf(organization)}/${slug}`;
    }),
  ];
}

function loginOf({ login }: JsonObject): string {
  if (typeof login !== 'string') throw malformed();
  return login;
}

const maxPages = 20;

/** All pages of a list. */
async function list(access: GitHubAccess, address: string): Promise<readonly JsonObject[]> {
  const items: JsonObject[] = [];
  let next: string | undefined = `${address}?per_page=100`;
  for (let page = 1; next !== undefined; page += 1) {
    if (page > maxPages) throw new OpenIdError('groups-not-sent');
    const { value, headers } = await get(access, next);
    if (!Array.isArray(value) || !value.every(isObject)) throw malformed();
    if (headers.get('x-github-sso')?.startsWith('partial-results')) throw new OpenIdError('groups-incomplete');
    items.push(...value);
    next = nextPage(headers, address);
  }
  return items;
}

/** Address of the next page, which must be the API's own: the access token goes there. */
function nextPage(headers: Headers, address: string): string | undefined {
  const [, next] = /<([^<>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  if (next !== undefined && URL.parse(next)?.origin !== new URL(address).origin) throw malformed();
  return next;
}

const get = ({ fetch, accessToken }: GitHubAccess, address: string) =>
  fetchJson(fetch, address, { ...apiHeaders, authorization: `Bearer ${accessToken}` }, 'userinfo-refused');

const apiHeaders = {
  accept: 'application/vnd.github+json',
  'user-agent': 'tipstaff',
  'x-github-api-version': '2022-11-28',
};

const malformed = (): OpenIdError => new OpenIdError('malformed-answer');
