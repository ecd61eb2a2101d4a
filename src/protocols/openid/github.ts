// Sign-in at GitHub, which supports OAuth 2 and not OpenID Connect. The user is read from GitHub's API with the access
// token.
import type { CustomFetch, ServerMetadata } from 'openid-client';
import { isObject, type JsonObject } from '../../lib/json/json-tree.ts';
import { OpenIdError } from './error.ts';
import { fetchJson } from './json-answer.ts';

/**
 * Returns the metadata of GitHub, or of a GitHub Enterprise Server at another URL. The metadata is built here, because
 * GitHub does not publish it.
 */
export const gitHubServer = (issuer: string): ServerMetadata => ({
  issuer: `${withoutSlash(issuer)}/login/oauth`,
  authorization_endpoint: `${withoutSlash(issuer)}/login/oauth/authorize`,
  token_endpoint: `${withoutSlash(issuer)}/login/oauth/access_token`,
  token_endpoint_auth_methods_supported: ['client_secret_post'],
});

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/**
 * Returns the API's URL: for GitHub and its tenants (`ghe.com`) a separate host, for an Enterprise Server a path on the
 * same host.
 */
function apiOf(issuer: string): string {
  const { origin, protocol, host } = new URL(issuer);
  const isHosted = host === 'github.com' || host.endsWith('.ghe.com');
  return isHosted ? `${protocol}//api.${host}` : `${origin}/api/v3`;
}

/** API access for one sign-in. */
export interface GitHubAccess {
  readonly fetch: CustomFetch;
  readonly issuer: string;
  readonly accessToken: string;
  /** Scopes that the settings require. */
  readonly wanted: readonly string[];
  /** Scopes of the access token, as listed in the token response. */
  readonly granted: string;
}

export interface GitHubProfile {
  /** Numeric identifier of the account. Its name is not used, because it can later belong to another user. */
  readonly subject: string;
  readonly claims: JsonObject;
}

/**
 * Reads the user, the verified primary email address, and all current organizations and teams. A membership that has
 * ended therefore gives no access. Throws `OpenIdError` if anything cannot be read completely.
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

/** For each scope, the wider scopes that include it. */
const wider: Readonly<Record<string, readonly string[]>> = {
  'read:user': ['user'],
  'user:email': ['user'],
  'read:org': ['write:org', 'admin:org'],
  'write:org': ['admin:org'],
};

/**
 * Throws `OpenIdError` if a required scope was not granted, because the API would then return less data without an
 * error.
 */
function requireScopes({ wanted, granted }: GitHubAccess): void {
  const all = granted.split(/[\s,]+/);
  const missing = wanted.find((scope) => ![scope, ...(wider[scope] ?? [])].some((each) => all.includes(each)));
  if (missing !== undefined) throw new OpenIdError('scope-not-granted', { detail: missing });
}

function primaryAddress(addresses: readonly JsonObject[]): JsonObject {
  const primary = addresses.find((address) => address.primary === true && address.verified === true);
  return typeof primary?.email === 'string' ? { email: primary.email, email_verified: true } : {};
}

/** Returns the user's organizations as `organization` and the user's teams as `organization/team`. */
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

/** Fetches all pages of a list and returns its elements. */
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

/** Returns the URL of the next page. It must belong to the API, because the access token is sent to it. */
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
