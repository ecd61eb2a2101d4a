// Whoever signed in through the provider is signed out there, too.
import type { Context } from '../../context.ts';
import { logoutRequestUrl } from '../../effects/saml/messages.ts';
import { isBlank } from '../settings/group.ts';
import { samlSettings } from '../settings/groups/saml.ts';
import { serviceProviderOf } from './believed.ts';
import { signerOf } from './requests.ts';
import { providerSession } from './store.ts';

/** Where a browser tells the provider that its session ends; undefined where the provider knows nothing of it. */
export const signOutAddress = async (context: Context, sessionId: string): Promise<string | undefined> => {
  const settings = samlSettings(context);
  const to = settings['slo-endpoint-url'];
  if (!settings.enabled || to === null || isBlank(to)) return undefined;
  const session = await context.database.first(providerSession, { id: sessionId });
  if (session === undefined) return undefined;
  const words = {
    nameId: session.name_id,
    nameIdFormat: session.name_id_format ?? undefined,
    sessionIndex: session.session_index ?? undefined,
  };
  const request = { ...words, now: context.clock.now() };
  return logoutRequestUrl(serviceProviderOf(context), request, { to, signer: signerOf(settings) });
};
