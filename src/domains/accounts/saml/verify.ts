// Verifies messages from the identity provider with the certificates in the settings.
import type { Context } from '../../../context.ts';
import { isBlank } from '../../../lib/text/text.ts';
import type { Assertion, Expected } from '../../../protocols/saml/assertion.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import {
  type ExpectedLogout,
  readPostedLogout,
  readRedirectedLogout,
  type VerifiedSamlLogout,
} from '../../../protocols/saml/logout-request.ts';
import type { IdentityProvider } from '../../../protocols/saml/parties.ts';
import { readPostedResponse, readResponse } from '../../../protocols/saml/response.ts';
import { certificatesIn } from '../identity-providers/certificates.ts';
import { type SamlSettings, signInProblem } from '../identity-providers/saml-settings.ts';
import { logoutUrl, serviceProvider } from './metadata.ts';
import type { PostedForm } from './post-binding.ts';

/** Verifies a posted response in base64 and returns its assertion. Throws `SamlError`. */
export function verifyPostedResponse(context: Context, settings: SamlSettings, field: string): Assertion {
  const problem = signInProblem(settings);
  if (problem !== undefined) throw new SamlError(problem.code);
  return readPostedResponse(field, expectedResponse(context, settings));
}

/**
 * Verifies a saved response and returns its assertion. The text is XML, or base64 as it was posted. Throws `SamlError`.
 */
export function verifySavedResponse(context: Context, settings: SamlSettings, text: string): Assertion {
  const read = text.trimStart().startsWith('<') ? readResponse : readPostedResponse;
  return read(text, expectedResponse(context, settings));
}

/**
 * A logout request, either in a posted form or in the query of a URL. The query is unchanged, exactly as the browser
 * sent it.
 */
export type LogoutMessage = { readonly form: PostedForm } | { readonly query: string };

/** Verifies the provider's request to end sessions. Throws `SamlError`. */
export function verifyLogoutRequest(
  context: Context,
  settings: SamlSettings,
  message: LogoutMessage,
): VerifiedSamlLogout {
  const identityProvider = identityProviderIn(settings);
  const expected: ExpectedLogout = { identityProvider, logoutUrl: logoutUrl(context), now: context.clock.now() };
  if ('query' in message) return readRedirectedLogout(message.query, expected);
  const { request = '', response, relayState, unreadable } = message.form;
  if (unreadable !== undefined) throw new SamlError(unreadable);
  // A form with both a request and a response is ambiguous.
  if (response !== '') throw new SamlError('malformed');
  return readPostedLogout({ request, relayState }, expected);
}

const expectedResponse = (context: Context, settings: SamlSettings): Expected => ({
  serviceProvider: serviceProvider(context),
  identityProvider: identityProviderIn(settings),
  now: context.clock.now(),
});

function identityProviderIn(settings: SamlSettings): IdentityProvider {
  const certificates = [settings['idp-cert'], settings['old-idp-cert']].flatMap(certificatesIn);
  const entityId = isBlank(settings['idp-entity-id']) ? null : settings['idp-entity-id'];
  return { certificates, entityId: entityId ?? undefined };
}
