// Whoever signed in through the provider is signed out there, too.
import type { Context } from '../../../context.ts';
import { logoutRequestUrl } from '../../../protocols/saml/messages.ts';
import { isBlank } from '../../instance/settings/group.ts';
import { serviceProviderOf } from './believed.ts';
import { type SamlSettings, samlSettings } from './settings.ts';
import { logoutSignerOf } from './signer.ts';
import { providerSession } from './store.ts';

/** The name of the single logout profile. */
const relation = 'urn:oasis:names:tc:SAML:2.0:profiles:SSO:logout';

/** Whether it is the provider of these settings that a session began at: they may name another one by now. */
const isStillAsked = (settings: SamlSettings, provider: string): boolean =>
  isBlank(settings['idp-entity-id']) || settings['idp-entity-id'] === provider;

/** Where a browser tells the provider that its session ends; undefined where the provider knows nothing of it. */
export const signOutAddress = async (context: Context, sessionId: string): Promise<string | undefined> => {
  const settings = samlSettings(context);
  const to = settings['slo-endpoint-url'];
  if (!settings.enabled || to === null || isBlank(to)) return undefined;
  const session = await context.database.first(providerSession, { id: sessionId });
  if (session === undefined || !isStillAsked(settings, session.provider)) return undefined;
  const words = {
    nameId: session.name_id,
    nameIdFormat: session.name_id_format ?? undefined,
    sessionIndex: session.session_index ?? undefined,
  };
  const request = { ...words, now: context.clock.now() };
  return logoutRequestUrl(serviceProviderOf(context), request, { to, signer: logoutSignerOf(settings) });
};

/** The same address as a header field, for a program that signs somebody out and can send a browser on. */
export const signOutLink = async (
  context: Context,
  sessionId: string | undefined,
): Promise<Readonly<Record<string, string>>> => {
  const address = sessionId === undefined ? undefined : await signOutAddress(context, sessionId);
  return address === undefined ? {} : { link: `<${address}>; rel="${relation}"` };
};
