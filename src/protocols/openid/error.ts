// Reasons why a sign-in with OpenID Connect, or a response or token for it, is refused.
import { SignInError } from '../sign-in/error.ts';

/** Error messages for administrators. The audit record contains the code. Other users see neither. */
export const openIdErrorMessages = {
  // Errors of connections to the provider.
  unreachable:
    'The provider cannot be reached, has a certificate that is not trusted, or has not answered within 10 seconds.',
  'private-address':
    'An address of the provider is not public, and TIPSTAFF_SIGN_IN_PROVIDERS does not list it. Ask the operator of this service to add it.',
  'insecure-address':
    'An address of the provider is not an https address. Configure the provider to use https everywhere.',
  redirected:
    'The provider answered a request of this service with a redirect, which is never followed. Enter the issuer exactly as the provider documents it.',
  'answer-too-large': 'An answer of the provider is larger than 256 KiB.',
  'provider-failed':
    'The provider answered with an error status. If it is 404, compare the issuer with the documents of the provider.',
  'not-json': 'An answer of the provider is not JSON. Turn off signed or encrypted answers of its userinfo endpoint.',
  'malformed-answer':
    'An answer of the provider does not have the form that OpenID Connect, or the API of GitHub, requires.',
  // Errors in the metadata and the settings of the provider.
  'wrong-issuer':
    'The metadata or a token names another issuer than the settings. Enter the issuer exactly as the provider writes it, with or without the slash at its end.',
  'malformed-issuer': 'The issuer in the settings is not an https address without a query.',
  'tenant-not-named':
    'The issuer is shared by all tenants of Microsoft Entra. Enter the directory (tenant) ID, a UUID, in the settings.',
  'wrong-tenant': 'The token is from another tenant than the one in the settings.',
  'incomplete-metadata':
    'The metadata of the provider lacks its authorization endpoint, its token endpoint or its keys ("jwks_uri").',
  'pkce-unsupported': 'The metadata of the provider excludes PKCE with S256. Turn it on for this client.',
  'client-authentication-unsupported':
    'The provider accepts neither "client_secret_post" nor "client_secret_basic" for a secret, or no "private_key_jwt" for a private key.',
  'credential-unreadable':
    'The client secret or the private key in the settings cannot be read. Enter it again: a private key is an RSA key of at least 2048 bits, or an EC or Ed25519 key, as PEM or JWK.',
  'logout-unsupported': 'The provider does not support logout with OpenID Connect.',
  // Errors of the response that the browser brings.
  off: 'Sign-in through this provider is not enabled.',
  'unknown-request': 'The response answers a request that is unknown, already answered, or older than ten minutes.',
  'another-browser': 'The response came from another browser than the request.',
  'malformed-callback': 'The response has a parameter twice, or neither a code nor an error.',
  'wrong-state': 'The parameter "state" differs from that of the request.',
  'issuer-parameter-missing':
    'The response has no parameter "iss", although the metadata of the provider announces it.',
  'wrong-issuer-parameter': 'The parameter "iss" of the response names another provider than the request went to.',
  denied: 'The user or the provider denied the sign-in.',
  'provider-error': 'The provider reports an error instead of a sign-in.',
  // Errors of the token endpoint and the userinfo endpoint.
  'code-refused':
    'The provider refused the code: it was used before, has expired, or belongs to another request or redirect URI.',
  'client-refused':
    'The provider refused this service as a client. Compare client ID and secret, or the public key registered there.',
  'token-refused': 'The provider reports an error instead of tokens.',
  'userinfo-refused': 'The userinfo endpoint, or the API of GitHub, refused the access token.',
  'subject-changed': 'The userinfo endpoint names another user than the ID token.',
  'scope-not-granted':
    'GitHub did not grant a scope in the settings. Use an OAuth app instead of a GitHub App, and ask the user to grant the scope.',
  // Errors of tokens.
  'no-id-token': 'The provider sent no ID token. The scopes in the settings must include "openid".',
  'too-large': 'The token is longer than 64 KiB.',
  encrypted: 'The token is encrypted. Turn encryption off at the provider.',
  'malformed-token': 'The token is not a signed JSON Web Token, or lacks a required claim.',
  'weak-algorithm':
    'The token is signed with an algorithm that is not accepted, such as "none" or HS256, or that the metadata does not announce. Choose RS256 or ES256 at the provider.',
  'bad-signature': 'The signature matches none of the keys of the provider.',
  'unknown-key':
    'The token is signed with a key that the provider does not publish, or it does not name one of several published keys.',
  'unusable-key': 'The key of the provider cannot be used: an RSA key must have at least 2048 bits.',
  'wrong-audience': 'The token is for another client, or for several without this one as its "azp".',
  'nonce-missing': 'The ID token has no nonce.',
  'wrong-nonce': 'The nonce of the ID token differs from that of the request.',
  expired: 'The token has expired. Compare the clocks of both servers.',
  'not-yet-valid': 'The token is not valid yet. Compare the clocks of both servers.',
  'issued-in-future': 'The token was issued in the future. Compare the clocks of both servers.',
  'wrong-access-token': 'The ID token belongs to another access token ("at_hash").',
  'no-subject': 'The token has no subject ("sub"), or one longer than 255 characters.',
  'not-a-logout-token': 'The token is not a logout token: its event, its "jti", or both "sid" and "sub" are missing.',
  'logout-nonce': 'The logout token has a nonce, so it may be an ID token.',
  replayed: 'The token was already used.',
  // Errors of claims.
  'unreadable-claim':
    'A claim that the settings name is not text or, for groups, a list of texts. To use a nested claim, write its path with dots.',
  'groups-not-sent':
    'The provider did not send the groups, because the user is in too many: assign groups to the application, or filter them.',
  'groups-incomplete':
    'GitHub left out organizations that require a sign-in with SAML. The user must authorize this application for these organizations.',
  'unproved-address':
    'The provider does not say that the address is verified ("email_verified", or "xms_edov" of Microsoft Entra), so no account is linked or created by it.',
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

/** Thrown if a sign-in with OpenID Connect, or a response or token for it, is refused. */
export class OpenIdError extends SignInError {
  override readonly name = 'OpenIdError';
  declare readonly code: OpenIdErrorCode;
  readonly detail: string | undefined;

  constructor(code: OpenIdErrorCode, { detail, cause }: Reason = {}) {
    super(code, openIdErrorMessages[code], { cause });
    this.detail = detail;
  }
}
