// Signs users in through an OpenID Connect provider on this machine.
import assert from 'node:assert/strict';

import { providerFetch } from '../../../src/effects/provider-fetch.ts';
import { type AuthorizationResponse, newSignInSecrets } from '../../../src/protocols/openid/authorization.ts';
import { newOpenIdClient, type OpenIdClient } from '../../../src/protocols/openid/client.ts';
import { OpenIdError, openIdErrorMessages } from '../../../src/protocols/openid/error.ts';
import type { OpenIdProvider } from '../../../src/protocols/openid/provider.ts';
import type { VerifiedSignIn } from '../../../src/protocols/openid/verified.ts';
import { type MovableClock, movableClock } from './clock.ts';
import type { ForgingProvider } from './forging-provider.ts';

export const redirectUri = 'https://tipstaff.example.com/users/openid/corp/callback';

/** Returns a client that may connect to the listed providers on this machine. */
export const clientFor = (listed: readonly string[], clock: MovableClock = movableClock()): OpenIdClient =>
  newOpenIdClient({
    clock,
    fetch: providerFetch({ listed, proxy: { noProxy: [] }, signal: new AbortController().signal }),
  });

/** Changes the provider's response, or the values that the tested service expects in the response. */
export type ResponseChange = (
  response: AuthorizationResponse,
) => Partial<AuthorizationResponse> | Promise<Partial<AuthorizationResponse>>;

/** Sends an authorization request and returns its response. */
export const authorized = async (
  provider: ForgingProvider,
  client: OpenIdClient,
  settings: OpenIdProvider = provider.settings,
): Promise<AuthorizationResponse> => {
  const secrets = await newSignInSecrets();
  const address = await client.authorizationUrl(settings, { ...secrets, redirectUri });
  return { ...secrets, redirectUri, parameters: provider.authorize(address) };
};

/** Performs a complete sign-in. */
export const signIn = async (
  provider: ForgingProvider,
  client: OpenIdClient,
  change: ResponseChange = () => ({}),
): Promise<VerifiedSignIn> => {
  const response = await authorized(provider, client);
  return client.finish(provider.settings, { ...response, ...(await change(response)) });
};

/** Returns the error code if sign-in is refused, and undefined if it succeeds. Rethrows all other errors. */
export const refusalOf = async (work: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error;
    assert.equal(error.message, openIdErrorMessages[error.code], 'no text of a library is shown');
    return error.code;
  }
};
