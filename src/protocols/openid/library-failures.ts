// Converts errors of `openid-client` and `jose` to errors of this service. Error messages of the libraries change
// between versions, so only their error codes and named values are used.
import { JWTClaimValidationFailed } from 'jose/errors';
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { errorCode } from '../../lib/errors/error-code.ts';
import { isObject } from '../../lib/json/json-tree.ts';
import { OpenIdError, type OpenIdErrorCode } from './error.ts';

/**
 * Converts an error of `openid-client`. `challenged` is the error code to use if the provider asks for other
 * credentials.
 */
export function clientRefusal(failure: unknown, challenged: OpenIdErrorCode = 'client-refused'): OpenIdError {
  const causes = causesOf(failure);
  const own = causes.find((cause) => cause instanceof OpenIdError);
  if (own !== undefined) return own;
  if (failure instanceof AuthorizationResponseError) {
    const code = failure.error === 'access_denied' ? 'denied' : 'provider-error';
    return new OpenIdError(code, { detail: word(failure.error) });
  }
  if (failure instanceof ResponseBodyError) return tokenRefusal(failure.error);
  if (failure instanceof WWWAuthenticateChallengeError) return new OpenIdError(challenged);
  const body = causes.map((cause) => valueIn(cause, 'body')).find(isObject);
  if (body !== undefined && typeof body.error === 'string') return tokenRefusal(body.error);
  return new OpenIdError(codeOf(errorCode(failure), causes), { cause: failure, detail: statusIn(causes) });
}

/** Converts the error of a token endpoint. GitHub sends its own error codes with status 200. */
function tokenRefusal(error: string): OpenIdError {
  return new OpenIdError(tokenErrors[error] ?? 'token-refused', { detail: word(error) });
}

const tokenErrors: Readonly<Record<string, OpenIdErrorCode>> = {
  invalid_grant: 'code-refused',
  bad_verification_code: 'code-refused',
  invalid_client: 'client-refused',
  unauthorized_client: 'client-refused',
  incorrect_client_credentials: 'client-refused',
};

function codeOf(code: string, causes: readonly unknown[]): OpenIdErrorCode {
  const names = causes.flatMap((cause) => [valueIn(cause, 'claim'), valueIn(cause, 'attribute')]);
  const named = names.flatMap((name) => (typeof name === 'string' ? (claimCodes[name] ?? []) : []));
  return named[0] ?? invalidToken(code, causes) ?? codes[code] ?? 'malformed-answer';
}

/** Error codes for a claim or response member that has a wrong value. */
const claimCodes: Readonly<Record<string, OpenIdErrorCode>> = {
  iss: 'wrong-issuer',
  issuer: 'wrong-issuer',
  aud: 'wrong-audience',
  azp: 'wrong-audience',
  nonce: 'wrong-nonce',
  exp: 'expired',
  nbf: 'not-yet-valid',
  sub: 'subject-changed',
  iat: 'issued-in-future',
};

/** Returns the error code for an invalid ID token if `openid-client` has no specific error code. */
function invalidToken(code: string, causes: readonly unknown[]): OpenIdErrorCode | undefined {
  const objectAt = (name: string) => causes.map((cause) => valueIn(cause, name)).find(isObject);
  const [header, claims, body] = [objectAt('header'), objectAt('claims'), objectAt('body')];
  if (code === 'OAUTH_UNSUPPORTED_OPERATION') return causes.some(isEncrypted) ? 'encrypted' : 'malformed-token';
  if (code !== 'OAUTH_INVALID_RESPONSE') return undefined;
  if (header !== undefined) return 'weak-algorithm';
  if (causes.some((cause) => typeof cause === 'string')) return 'malformed-token';
  if (claims !== undefined) return claims.nonce === undefined ? 'nonce-missing' : 'malformed-token';
  return body?.access_token !== undefined && body.id_token === undefined ? 'no-id-token' : undefined;
}

const codes: Readonly<Record<string, OpenIdErrorCode>> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'provider-failed',
  OAUTH_RESPONSE_IS_NOT_JSON: 'not-json',
  OAUTH_JWT_USERINFO_EXPECTED: 'not-json',
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_ABORT: 'unreachable',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'insecure-address',
  OAUTH_MISSING_SERVER_METADATA: 'incomplete-metadata',
  OAUTH_INVALID_SERVER_METADATA: 'incomplete-metadata',
};

/** Whether a text is an encrypted token, which has five parts. */
export const isEncrypted = (token: unknown): boolean => typeof token === 'string' && token.split('.').length === 5;

/** Converts an error of `jose` that occurred during token verification. */
export function tokenRefusalOf(failure: unknown): OpenIdError {
  if (failure instanceof OpenIdError) return failure;
  if (failure instanceof JWTClaimValidationFailed) {
    const isMissing = failure.reason === 'missing';
    return new OpenIdError((isMissing ? undefined : claimCodes[failure.claim]) ?? 'malformed-token');
  }
  return new OpenIdError(tokenCodes[errorCode(failure)] ?? 'unusable-key', { cause: failure });
}

const tokenCodes: Readonly<Record<string, OpenIdErrorCode>> = {
  ERR_JWT_EXPIRED: 'expired',
  ERR_JOSE_ALG_NOT_ALLOWED: 'weak-algorithm',
  ERR_JOSE_NOT_SUPPORTED: 'malformed-token',
  ERR_JWS_INVALID: 'malformed-token',
  ERR_JWT_INVALID: 'malformed-token',
  ERR_JWKS_INVALID: 'malformed-answer',
  ERR_JWKS_NO_MATCHING_KEY: 'unknown-key',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'unknown-key',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'bad-signature',
};

/** Returns an error, its cause, the cause of that, and so on. */
function causesOf(failure: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = failure; cause !== undefined && causes.length < 8; cause = valueIn(cause, 'cause'))
    causes.push(cause);
  return causes;
}

const valueIn = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;

const statusIn = (causes: readonly unknown[]): string | undefined => {
  const answer = causes.find((cause) => cause instanceof Response);
  return answer === undefined ? undefined : String(answer.status);
};

/** Cleans an error code from a provider, because it is written to the log. */
const word = (text: string): string => text.replaceAll(/[^\w.:/-]/g, ' ').slice(0, 64);
