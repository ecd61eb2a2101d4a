// Client for sign-in with OpenID Connect, and with OAuth 2 at GitHub. The caller provides the `fetch` function.
import { buildEndSessionUrl, type Configuration, fetchUserInfo, type ServerMetadata } from 'openid-client';
import type { JsonObject } from '../../lib/json/json-tree.ts';
import {
  type AuthorizationRequest,
  type AuthorizationResponse,
  authorizationUrlOf,
  configurationOf,
  exchangeCode,
} from './authorization.ts';
import { type DocumentParts, type Documents, newDocuments } from './documents.ts';
import { OpenIdError } from './error.ts';
import { gitHubServer, readGitHubProfile } from './github.ts';
import { verifyIdToken } from './id-token.ts';
import { clientRefusal } from './library-failures.ts';
import { verifyLogoutToken } from './logout-token.ts';
import { mergedClaims } from './merged-claims.ts';
import { issuerOf, type OpenIdProvider } from './provider.ts';
import type { VerifiedLogout, VerifiedSignIn } from './verified.ts';

interface LogoutRequest {
  readonly idToken: string;
  /** URL of this service to which the provider sends the browser afterwards. It must be registered at the provider. */
  readonly returnUri: string;
  readonly state: string;
}

/** Client of the sign-in providers. Every method throws `OpenIdError`. */
export interface OpenIdClient {
  /** Returns the provider's URL that starts a sign-in. */
  readonly authorizationUrl: (provider: OpenIdProvider, request: AuthorizationRequest) => Promise<string>;
  /**
   * Returns the user that a response identifies. The caller must accept each `state` only once, and only from the
   * browser that has its cookie.
   */
  readonly finish: (provider: OpenIdProvider, response: AuthorizationResponse) => Promise<VerifiedSignIn>;
  /** Verifies the provider's request to end sessions. The caller must accept each `id` only once. */
  readonly verifyLogout: (provider: OpenIdProvider, token: string) => Promise<VerifiedLogout>;
  /**
   * Returns the provider's URL that ends the user's session at the provider. Undefined if the provider has no such URL.
   */
  readonly logoutUrl: (provider: OpenIdProvider, request: LogoutRequest) => Promise<string | undefined>;
}

interface Parts extends DocumentParts {
  readonly documents: Documents;
}

/** Creates a client for all providers. It caches their metadata and keys in memory. */
export function newOpenIdClient(parts: DocumentParts): OpenIdClient {
  const all = { ...parts, documents: newDocuments(parts) };
  return {
    authorizationUrl: async (provider, request) => {
      const { configuration } = await connect(all, provider);
      return authorizationUrlOf(configuration, provider, request);
    },
    finish: (provider, response) => finish(all, provider, response),
    verifyLogout: (provider, token) => verifyLogout(all, provider, token),
    logoutUrl: (provider, request) => logoutUrl(all, provider, request),
  };
}

interface Connection {
  readonly server: ServerMetadata;
  readonly configuration: Configuration;
}

async function connect(parts: Parts, provider: OpenIdProvider): Promise<Connection> {
  const isGitHub = provider.kind === 'github';
  const server = isGitHub ? gitHubServer(issuerOf(provider)) : await parts.documents.metadata(provider);
  return { server, configuration: await configurationOf(parts, provider, server) };
}

async function finish(
  parts: Parts,
  provider: OpenIdProvider,
  response: AuthorizationResponse,
): Promise<VerifiedSignIn> {
  const { server, configuration } = await connect(parts, provider);
  const { access_token: accessToken, id_token, scope = '' } = await exchangeCode(configuration, provider, response);
  const issuer = issuerOf(provider);
  const now = parts.clock.now();
  if (provider.kind === 'github') {
    const access = { fetch: parts.fetch, issuer, accessToken, wanted: provider.scopes, granted: scope };
    const profile = await readGitHubProfile(access);
    const unknown = { idToken: undefined, sessionId: undefined, authenticatedAt: undefined, expiresAt: undefined };
    return { issuer, ...profile, ...unknown, issuedAt: now };
  }
  if (id_token === undefined) throw new OpenIdError('no-id-token');
  const keys = parts.documents.keys(server);
  const { clientId, tenant } = provider;
  const { nonce } = response;
  const verified = await verifyIdToken(id_token, { server, keys, clientId, tenant, nonce, accessToken, now });
  const userInfo = await readUserInfo({ server, configuration }, accessToken, verified.subject);
  return { issuer, ...verified, claims: mergedClaims(verified.claims, userInfo), idToken: id_token };
}

/**
 * Fetches the claims of the userinfo endpoint. Throws if the claims belong to a different user. Returns no claims if
 * the provider has no such endpoint.
 */
async function readUserInfo(
  { server, configuration }: Connection,
  accessToken: string,
  subject: string,
): Promise<JsonObject> {
  if (server.userinfo_endpoint === undefined) return {};
  try {
    return await fetchUserInfo(configuration, accessToken, subject);
  } catch (error) {
    throw clientRefusal(error, 'userinfo-refused');
  }
}

async function verifyLogout(parts: Parts, provider: OpenIdProvider, token: string): Promise<VerifiedLogout> {
  if (provider.kind === 'github') throw new OpenIdError('logout-unsupported');
  const server = await parts.documents.metadata(provider);
  const { clientId } = provider;
  const keys = parts.documents.keys(server);
  return verifyLogoutToken(token, { server, keys, clientId, now: parts.clock.now() });
}

async function logoutUrl(
  parts: Parts,
  provider: OpenIdProvider,
  { idToken, returnUri, state }: LogoutRequest,
): Promise<string | undefined> {
  if (provider.kind === 'github') return undefined;
  const { server, configuration } = await connect(parts, provider);
  if (server.end_session_endpoint === undefined) return undefined;
  const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnUri, state };
  return buildEndSessionUrl(configuration, parameters).href;
}
