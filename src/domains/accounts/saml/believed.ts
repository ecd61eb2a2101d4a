// What the effects need to know to believe a message: who we are, whom we believe, what time it is.
import type { Context } from '../../../context.ts';
import type { Assertion, Expected } from '../../../protocols/saml/assertion.ts';
import {
  type LogoutExpected,
  type LogoutReading,
  readCarriedLogout,
  readPostedLogout,
} from '../../../protocols/saml/logout.ts';
import type { IdentityProvider, ServiceProvider } from '../../../protocols/saml/parties.ts';
import { type Reading, readPostedResponse, readResponse } from '../../../protocols/saml/response.ts';
import { isBlank } from '../../instance/settings/group.ts';
import type { Posted } from './posted.ts';
import { Refused } from './refused.ts';
import { type SamlSettings, samlPaths } from './settings.ts';

export const serviceProviderOf = ({ baseUrl }: Context): ServiceProvider => ({
  entityId: baseUrl() + samlPaths.metadata,
  acsUrl: baseUrl() + samlPaths.acs,
});

/** Where the provider sends sign-outs, and its answers to ours. */
export const logoutUrlOf = ({ baseUrl }: Context): string => baseUrl() + samlPaths.logout;

const identityProviderOf = (settings: SamlSettings): IdentityProvider => {
  const certificates = [settings['idp-cert'], settings['old-idp-cert']].filter((each) => each !== null);
  const entityId = isBlank(settings['idp-entity-id']) ? null : settings['idp-entity-id'];
  return { certificates: certificates.filter((each) => !isBlank(each)), entityId: entityId ?? undefined };
};

const expectedOf = (context: Context, settings: SamlSettings): Expected => ({
  serviceProvider: serviceProviderOf(context),
  identityProvider: identityProviderOf(settings),
  now: context.clock.now(),
});

const orRefused = (reading: Reading): Assertion => {
  if ('refused' in reading) throw new Refused(reading.refused);
  return reading.assertion;
};

/** The assertion in a response as a form brings it; throws `Refused` when it cannot be believed. */
export const believedPosted = (context: Context, settings: SamlSettings, field: string): Assertion =>
  orRefused(readPostedResponse(field, expectedOf(context, settings)));

/** Like `believedPosted`, for a response that somebody kept: as XML, or in base64 as it was posted. */
export const believedText = (context: Context, settings: SamlSettings, text: string): Assertion =>
  text.trimStart().startsWith('<')
    ? orRefused(readResponse(text, expectedOf(context, settings)))
    : believedPosted(context, settings, text);

/** How the provider asks: by a form, or by the query of an address, as it was sent. */
export type Asking = { readonly form: Posted } | { readonly query: string };

const logoutReading = (asking: Asking, expected: LogoutExpected): LogoutReading => {
  if ('query' in asking) return readCarriedLogout(asking.query, expected);
  const { request = '', response, relayState, unreadable } = asking.form;
  if (unreadable !== undefined) throw new Refused(unreadable);
  // A message is a question or an answer.
  if (response !== '') throw new Refused('malformed');
  return readPostedLogout({ request, relayState }, expected);
};

/** The provider's request to end sessions; throws `Refused` when it cannot be believed. */
export const believedLogout = (context: Context, settings: SamlSettings, asking: Asking) => {
  const identityProvider = identityProviderOf(settings);
  const expected = { identityProvider, logoutUrl: logoutUrlOf(context), now: context.clock.now() };
  const reading = logoutReading(asking, expected);
  if ('refused' in reading) throw new Refused(reading.refused);
  return reading;
};
