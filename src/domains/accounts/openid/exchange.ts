// Starts and finishes the authorization code exchange with a provider, for sign-ins and checks.
import type { Context } from '../../../context.ts';
import { type AuthorizationResponse, newSignInSecrets } from '../../../protocols/openid/authorization.ts';
import { readOpenIdSettings } from '../identity-providers/openid-settings.ts';
import { openIdProviderOf } from '../identity-providers/providers.ts';
import { providersInUse } from '../identity-providers/sign-in-state.ts';
import type { ProviderRow } from '../identity-providers/store.ts';
import { openIdClient } from './client.ts';
import type { SignedIn } from './rules.ts';

/** An authorization request. */
export interface CodeExchange {
  /** Authorization URL to open in the browser. */
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/**
 * Starts a sign-in at a provider, which redirects the browser to `redirectUri` afterwards. With `isAgain`, the person
 * must authenticate again even if they have a session at the provider. Throws `OpenIdError`.
 */
export async function beginExchange(
  context: Context,
  provider: ProviderRow,
  redirectUri: string,
  isAgain = false,
): Promise<CodeExchange> {
  const { codeVerifier, ...secrets } = await newSignInSecrets();
  const request = { redirectUri, isAgain, ...secrets };
  const url = await openIdClient(context).authorizationUrl(openIdProviderOf(context, provider), request);
  return { url, state: secrets.state, nonce: secrets.nonce, codeVerifier };
}

/** Verifies the authorization response and reads the settings that apply to it. Throws `OpenIdError`. */
export async function finishExchange(
  context: Context,
  provider: ProviderRow,
  response: AuthorizationResponse,
): Promise<SignedIn> {
  const verified = await openIdClient(context).finish(openIdProviderOf(context, provider), response);
  const settings = await readOpenIdSettings(context, context.database);
  return { verified, provider, settings, inUse: await providersInUse(context) };
}
