// Authorization requests to a provider, and checks of its responses.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import { clientAuthentication } from './credential.ts';
import type { DocumentParts } from './documents.ts';
import { OpenIdError } from './error.ts';
import { clientRefusal } from './library-failures.ts';
import type { OpenIdProvider } from './provider.ts';
import { clockSkewSeconds } from './tokens.ts';

/**
 * Secrets of one sign-in, which are stored for the browser that starts the sign-in. The code challenge is the hash of
 * the code verifier.
 */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly codeChallenge: string;
}

export async function newSignInSecrets(): Promise<SignInSecrets> {
  const codeVerifier = randomPKCECodeVerifier();
  const codeChallenge = await calculatePKCECodeChallenge(codeVerifier);
  return { state: randomState(), nonce: randomNonce(), codeVerifier, codeChallenge };
}

export interface AuthorizationRequest extends Omit<SignInSecrets, 'codeVerifier'> {
  /** URL of this service to which the provider sends the browser. It has no query and differs for each provider. */
  readonly redirectUri: string;
  /** The `prompt` parameter. `login` makes the user sign in again. */
  readonly prompt?: string | undefined;
  /** Whether the user must sign in again even if the provider has a session (`max_age=0`). */
  readonly isAgain?: boolean | undefined;
}

/** Response of a provider, as received from the browser, and the secrets of the corresponding request. */
export interface AuthorizationResponse extends Omit<SignInSecrets, 'codeChallenge'> {
  readonly redirectUri: string;
  readonly parameters: URLSearchParams;
}

/** Returns the configuration of this service as a client of a provider. It uses this service's clock. */
export async function configurationOf(
  { fetch, clock }: DocumentParts,
  provider: OpenIdProvider,
  server: ServerMetadata,
): Promise<Configuration> {
  const skew = Math.round((clock.now() - Date.now()) / 1_000);
  const times = { [clockSkew]: skew, [clockTolerance]: clockSkewSeconds };
  const authentication = await clientAuthentication(provider, server);
  const configuration = new Configuration(server, provider.clientId, times, authentication);
  configuration[customFetch] = fetch;
  // Plain HTTP is allowed here because the `fetch` function allows it for loopback addresses only.
  allowInsecureRequests(configuration);
  return configuration;
}

/** Returns the provider's URL that starts a sign-in. */
export function authorizationUrlOf(
  configuration: Configuration,
  { kind, scopes }: OpenIdProvider,
  { redirectUri, state, nonce, codeChallenge, prompt, isAgain = false }: AuthorizationRequest,
): string {
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...(kind === 'openid' && { nonce }),
    ...(prompt !== undefined && { prompt }),
    ...(isAgain && { max_age: '0' }),
  });
  return url.href;
}

/**
 * Exchanges the code of a response for tokens. Throws `OpenIdError` if the response is invalid or the provider refuses
 * the code.
 */
export async function exchangeCode(
  configuration: Configuration,
  { kind }: OpenIdProvider,
  { redirectUri, parameters, state, nonce, codeVerifier }: AuthorizationResponse,
) {
  requireResponse(configuration.serverMetadata(), parameters, state);
  const url = new URL(redirectUri);
  url.search = parameters.toString();
  const secrets = { expectedState: state, pkceCodeVerifier: codeVerifier };
  const checks = kind === 'openid' ? { ...secrets, expectedNonce: nonce, idTokenExpected: true } : secrets;
  try {
    return await authorizationCodeGrant(configuration, url, checks);
  } catch (error) {
    throw clientRefusal(error);
  }
}

const single = ['code', 'error', 'state', 'iss'];

/**
 * Throws `OpenIdError` if a response is malformed or does not belong to the request. The library performs the same
 * checks, but its error does not say which check failed.
 */
function requireResponse(server: ServerMetadata, parameters: URLSearchParams, state: string): void {
  const isRepeated = single.some((name) => parameters.getAll(name).length > 1);
  if (isRepeated || (!parameters.has('code') && !parameters.has('error'))) throw new OpenIdError('malformed-callback');
  if (parameters.get('state') !== state) throw new OpenIdError('wrong-state');
  const issuer = parameters.get('iss');
  const isAnnounced = server.authorization_response_iss_parameter_supported === true;
  if (issuer === null && isAnnounced) throw new OpenIdError('issuer-parameter-missing');
  if (issuer !== null && issuer !== server.issuer) throw new OpenIdError('wrong-issuer-parameter');
}
