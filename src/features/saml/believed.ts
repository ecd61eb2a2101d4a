// What the effects need to know to believe an answer: who we are, whom we believe, what time it is.

import type { Context } from '../../context.ts';
import type { Assertion, Expected } from '../../effects/saml/assertion.ts';
import type { ServiceProvider } from '../../effects/saml/parties.ts';
import { type Reading, readPostedResponse, readResponse } from '../../effects/saml/response.ts';
import { isBlank } from '../settings/group.ts';
import { type SamlSettings, samlPaths } from '../settings/groups/saml.ts';
import { Refused } from './refused.ts';

export const serviceProviderOf = ({ baseUrl }: Context): ServiceProvider => ({
  entityId: baseUrl() + samlPaths.metadata,
  acsUrl: baseUrl() + samlPaths.acs,
});

const expectedOf = (context: Context, settings: SamlSettings): Expected => {
  const certificates = [settings['idp-cert'], settings['old-idp-cert']].filter((each) => each !== null);
  const entityId = isBlank(settings['idp-entity-id']) ? null : settings['idp-entity-id'];
  return {
    serviceProvider: serviceProviderOf(context),
    identityProvider: { certificates: certificates.filter((each) => !isBlank(each)), entityId: entityId ?? undefined },
    now: context.clock.now(),
  };
};

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
