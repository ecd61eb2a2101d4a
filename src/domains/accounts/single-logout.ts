// Signs a person out at the identity provider after they signed out here.
import type { Context } from '../../context.ts';
import { providerIn } from '../../protocols/sign-in/claims.ts';
import { isHeld } from '../../runtime/state/held.ts';
import { openIdLogoutUrl } from './openid/logout.ts';
import { samlLogoutUrl } from './saml/slo.ts';
import { providerSession } from './single-sign-on/store.ts';

/**
 * Returns the URL that ends a session at the provider. Undefined if the session did not begin at a provider that
 * supports logout. Also undefined while the instance is held after a restore, because the session at the provider may
 * then belong to another instance.
 */
export async function singleLogoutUrl(context: Context, sessionId: string): Promise<string | undefined> {
  const session = await context.database.first(providerSession, { id: sessionId });
  if (session === undefined || (await isHeld(context.database))) return undefined;
  const { protocol } = providerIn(session.provider);
  return protocol === 'saml' ? samlLogoutUrl(context, session) : openIdLogoutUrl(context, session);
}

/** Link relation of the SAML single logout profile. This service uses it for every protocol. */
const relation = 'urn:oasis:names:tc:SAML:2.0:profiles:SSO:logout';

/**
 * `Link` header with the URL that ends a session at the provider. A client that signs a person out can open the URL in
 * a browser.
 */
export async function singleLogoutLink(
  context: Context,
  sessionId: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const url = sessionId === undefined ? undefined : await singleLogoutUrl(context, sessionId);
  return url === undefined ? {} : { link: `<${url}>; rel="${relation}"` };
}
