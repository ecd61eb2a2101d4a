// Error codes and messages of sign-ins with OpenID Connect.
import { SignInError } from '../sign-in/error.ts';

/**
 * Error messages for administrators. The audit record contains the code. Other users see neither the message nor the
 * code.
 */
export const openIdErrorMessages = {
  // Errors about connections to the provider.
  unreachable:
    'The provider cannot be reached, has a certificate that is not trusted, or has not answered within 10 seconds.',
  'private-address':
    'An address of the provider is not public, and TIPSTAFF_SIGN_IN_PROVIDERS does not list it. Ask the operator of this service to add it.',
  'insecure-address':
    'An address of the provider is not an https address. Configure the provider to use https everywhere.',
  redirected:
    'The provider responded to a request with a redirect, which this service does not follow. Enter the issuer exactly as the provider documents it.',
  'answer-too-large': 'A response from the provider is larger than 256 KiB.',
  'provider-failed':
    'The provider responded with an error status. If the status is 404, compare the issuer with the documentation of the provider.',
  'not-json':
    'A response from the provider is not JSON. Turn off the signing and encryption of responses from the userinfo endpoint.',
  'malformed-answer':
    'A response from the provider does not have the form that OpenID Connect, or the API of GitHub, requires.',
  // Errors in the metadata and the settings of the provider.
  'wrong-issuer':
    'The issuer in the metadata or in a token differs from the issuer in the settings. Enter the issuer exactly as the provider writes it, with or without the slash at its end.',
  'malformed-issuer': 'The issuer in the settings must be an https address without a query.',
  'tenant-not-named':
    'The issuer is shared by all tenants of Microsoft Entra. Enter the directory (tenant) ID, a UUID, in the settings.',
  'wrong-tenant': 'The tenant of the token differs from the tenant in the settings.',
  'incomplete-metadata':
    'The metadata of the provider lacks its authorization endpoint, its token endpoint or its keys ("jwks_uri").',
  'pkce-unsupported':
    'The metadata of the provider does not list PKCE with S256. Turn on PKCE for this client at the provider.',
  'client-authentication-unsupported':
    'The provider does not support the configured credential. A secret requires "client_secret_post" or "client_secret_basic", and a private key requires "private_key_jwt".',
  'credential-unreadable':
    'The client secret or the private key in the settings cannot be read. Enter it again: a private key is an RSA key of at least 2048 bits, or an EC or Ed25519 key, as PEM or JWK.',
  'logout-unsupported': 'The provider does not support logout with OpenID Connect.',
  // Errors in the response that the browser sends.
  off: 'Sign-in through this provider is not enabled.',
  'unknown-request': 'The response answers a request that is unknown, already answered, or older than ten minutes.',
  'another-browser': 'The response and the request came from different browsers.',
  'malformed-callback': 'The response contains a parameter twice, or neither a code nor an error.',
  'wrong-state': 'The parameter "state" of the response differs from the parameter "state" of the request.',
  'issuer-parameter-missing':
    'The response has no parameter "iss", although the metadata of the provider announces it.',
  'wrong-issuer-parameter':
    'The parameter "iss" of the response names a different provider than the request was sent to.',
  denied: 'The user or the provider denied the sign-in.',
  'provider-error': 'The provider responded to the sign-in request with an error.',
  // Errors from the token endpoint and the userinfo endpoint.
  'code-refused':
    'The provider refused the authorization code. The code was used before, has expired, or belongs to a different request or redirect URI.',
  'client-refused':
    'The provider refused this service as a client. Compare the client ID and the secret or public key with the registration at the provider.',
  'token-refused': 'The provider responded to the token request with an error.',
  'userinfo-refused': 'The userinfo endpoint, or the API of GitHub, refused the access token.',
  'subject-changed': 'The userinfo endpoint names a different user than the ID token.',
  'scope-not-granted':
    'GitHub did not grant one of the scopes that the settings request. Use an OAuth app instead of a GitHub App, and ask the user to grant the scope.',
  // Errors about tokens.
  'no-id-token': 'The provider sent no ID token. The scopes in the settings must include "openid".',
  'too-large': 'The token is longer than 64 KiB.',
  encrypted: 'The token is encrypted. Turn encryption off at the provider.',
  'malformed-token': 'The token is not a signed JSON Web Token, or lacks a required claim.',
  'weak-algorithm':
    'The token is signed with an algorithm that is not accepted, such as "none" or HS256, or that the metadata does not announce. Choose RS256 or ES256 at the provider.',
  'bad-signature': 'The signature of the token matches none of the keys of the provider.',
  'unknown-key':
    'The token is signed with a key that the provider does not publish, or the token does not name one of several published keys.',
  'unusable-key': 'The key of the provider cannot be used: an RSA key must have at least 2048 bits.',
  'wrong-audience':
    'The token is for a different client, or is for several clients and does not name this client in the claim "azp".',
  'nonce-missing': 'The ID token has no nonce.',
  'wrong-nonce': 'The nonce of the ID token differs from the nonce of the request.',
  expired: 'The token has expired. Compare the clocks of both servers.',
  'not-yet-valid': 'The token is not valid yet. Compare the clocks of both servers.',
  'issued-in-future': 'The token was issued in the future. Compare the clocks of both servers.',
  'wrong-access-token': 'The ID token belongs to a different access token ("at_hash").',
  'no-subject': 'The token has no subject ("sub"), or the subject is longer than 255 characters.',
  'not-a-logout-token': 'The token is not a logout token: its event, its "jti", or both "sid" and "sub" are missing.',
  'logout-nonce': 'The logout token has a nonce, so it may be an ID token.',
  replayed: 'The token was already used.',
  // Errors about claims.
  'unreadable-claim':
    'A claim that the settings name is not text or, for groups, a list of texts. To use a nested claim, write its path with dots.',
  'groups-not-sent':
    'The provider did not send the groups, because the user is in too many groups. Assign groups to the application, or filter them.',
  'groups-incomplete':
    'GitHub left out organizations that require a sign-in with SAML. The user must authorize this application for these organizations.',
  'unproved-address':
    'The provider does not say that the address is verified ("email_verified", or "xms_edov" of Microsoft Entra), so the address cannot be used to link or create an account.',
  'domain-not-allowed': 'The e-mail address of the user is in none of the allowed domains.',
  'workspace-not-allowed':
    'The Google account does not belong to a Google Workspace with one of the allowed domains (claim "hd"). Add the main domain of your Workspace to the allowed domains.',
  'group-not-allowed': 'The user is in none of the allowed groups.',
} as const;

export type OpenIdErrorCode = keyof typeof openIdErrorMessages;

interface Reason {
  /** Word for the log, such as the provider's error code. */
  readonly detail?: string | undefined;
  readonly cause?: unknown;
}

/** Thrown if a sign-in with OpenID Connect is refused, or if a response or token of the provider is refused. */
export class OpenIdError extends SignInError {
  override readonly name = 'OpenIdError';
  declare readonly code: OpenIdErrorCode;
  readonly detail: string | undefined;

  constructor(code: OpenIdErrorCode, { detail, cause }: Reason = {}) {
    super(code, openIdErrorMessages[code], { cause });
    this.detail = detail;
  }
}
