// Fetches and checks metadata and keys of providers (OpenID Connect Discovery 1.0).
import type { JSONWebKeySet } from 'jose';
import { createLocalJWKSet } from 'jose/jwks/local';
import {
  allowInsecureRequests,
  type CustomFetch,
  customFetch,
  discovery,
  None,
  type ServerMetadata,
} from 'openid-client';
import type { Clock } from '../../kernel/clock.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { isObject } from '../../lib/json/json-tree.ts';
import { type CachedDocument, cachedDocument } from './document-cache.ts';
import { OpenIdError } from './error.ts';
import { fetchJson } from './json-answer.ts';
import { clientRefusal, tokenRefusalOf } from './library-failures.ts';
import { isSafeEndpoint, issuerOf, type OpenIdProvider } from './provider.ts';

/** Function that finds the key of a token by the token's header. */
export type KeySet = ReturnType<typeof createLocalJWKSet>;

export interface Documents {
  /** Returns a provider's metadata. Throws `OpenIdError`. */
  readonly metadata: (provider: Pick<OpenIdProvider, 'issuer' | 'tenant'>) => Promise<ServerMetadata>;
  readonly keys: (server: ServerMetadata) => CachedDocument<KeySet>;
}

export interface DocumentParts {
  readonly fetch: CustomFetch;
  readonly clock: Clock;
}

const maxMetadataAge = 3_600_000;
/** Maximum age in ms of cached keys. A key that the provider has withdrawn can be accepted for this time. */
const maxKeysAge = 600_000;

/** Creates the in-memory cache for the documents of all providers. */
export function newDocuments({ fetch, clock }: DocumentParts): Documents {
  const metadata = memoizeByArguments((issuer: string) =>
    cachedDocument(clock, maxMetadataAge, () => discover(fetch, issuer)),
  );
  const keys = memoizeByArguments((address: string) =>
    cachedDocument(clock, maxKeysAge, () => fetchKeys(fetch, address)),
  );
  return {
    metadata: async (provider) => metadata(issuerOf(provider)).current(),
    keys: ({ jwks_uri = '' }) => keys(jwks_uri),
  };
}

async function discover(fetch: CustomFetch, issuer: string): Promise<ServerMetadata> {
  // Plain HTTP is allowed here because the `fetch` function allows it for loopback addresses only.
  const options = { [customFetch]: fetch, execute: [allowInsecureRequests] };
  try {
    const configuration = await discovery(new URL(issuer), 'unused', undefined, None(), options);
    return usable(configuration.serverMetadata(), issuer);
  } catch (error) {
    throw clientRefusal(error);
  }
}

/** Accepted signature algorithms, all of which use a public key. */
const algorithms = ['RS', 'PS', 'ES'].flatMap((kind) => [256, 384, 512].map((bits) => `${kind}${bits}`));
const acceptedAlgorithms: readonly unknown[] = [...algorithms, 'EdDSA', 'Ed25519'];

/** Checks the metadata and limits its algorithms to the accepted ones. */
function usable(server: ServerMetadata, issuer: string): ServerMetadata {
  if (server.issuer !== issuer) throw new OpenIdError('wrong-issuer');
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint, end_session_endpoint } = server;
  const required: readonly unknown[] = [authorization_endpoint, token_endpoint, jwks_uri];
  const optional: readonly unknown[] = [userinfo_endpoint, end_session_endpoint].filter((url) => url !== undefined);
  if (required.includes(undefined)) throw new OpenIdError('incomplete-metadata');
  for (const endpoint of [...required, ...optional]) {
    if (typeof endpoint !== 'string') throw new OpenIdError('malformed-answer');
    if (!isSafeEndpoint(endpoint)) throw new OpenIdError('insecure-address');
  }
  const { id_token_signing_alg_values_supported: signing = ['RS256'], code_challenge_methods_supported: pkce } = server;
  if (pkce !== undefined && !pkce.includes('S256')) throw new OpenIdError('pkce-unsupported');
  const accepted = signing.filter((algorithm) => acceptedAlgorithms.includes(algorithm));
  if (accepted.length === 0) throw new OpenIdError('weak-algorithm');
  return { ...server, id_token_signing_alg_values_supported: accepted };
}

async function fetchKeys(fetch: CustomFetch, address: string): Promise<KeySet> {
  const { value } = await fetchJson(fetch, address, { accept: 'application/json, application/jwk-set+json' });
  if (!isKeySet(value)) throw new OpenIdError('malformed-answer');
  try {
    return createLocalJWKSet(value);
  } catch (error) {
    throw tokenRefusalOf(error);
  }
}

const isKeySet = (value: unknown): value is JSONWebKeySet => isObject(value) && Array.isArray(value.keys);
