// A browser's way to a provider and back, for sign-ins and for checks of them.
import type { Context } from '../../../context.ts';
import { type AuthorizationResponse, newSignInSecrets } from '../../../protocols/openid/authorization.ts';
import { readOpenIdSettings } from '../identity-providers/openid-settings.ts';
import { openIdProviderOf } from '../identity-providers/providers.ts';
import { providersInUse } from '../identity-providers/sign-in-state.ts';
import type { ProviderRow } from '../identity-providers/store.ts';
import { openIdClient } from './client.ts';
import type { SignedIn } from './rules.ts';

/** A request to a provider. */
export interface Exchange {
  /** Address at the provider to open. */
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/**
 * Begins a sign-in at a provider that sends the browser back to `redirectUri`. With `isAgain` the person has to sign in now,
 * even if the provider has a session of them. Throws `OpenIdError`.
 */
export async function beginExchange(
  context: Context,
  provider: ProviderRow,
  redirectUri: string,
  isAgain = false,
): Promise<Exchange> {
  const { codeVerifier, ...secrets } = await newSignInSecrets();
  const request = { redirectUri, isAgain, ...secrets };
  const url = await openIdClient(context).authorizationUrl(openIdProviderOf(context, provider), request);
  return { url, state: secrets.state, nonce: secrets.nonce, codeVerifier };
}

/** Verifies the response, and reads the settings that it is judged by. Throws `OpenIdError`. */
export async function finishExchange(
  context: Context,
  provider: ProviderRow,
  response: AuthorizationResponse,
): Promise<SignedIn> {
  const verified = await openIdClient(context).finish(openIdProviderOf(context, provider), response);
  const settings = await readOpenIdSettings(context, context.database);
  return { verified, provider, settings, inUse: await providersInUse(context) };
}
