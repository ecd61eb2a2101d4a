// The sign-out at an identity provider that follows one here.
import type { Context } from '../../context.ts';
import { providerIn } from '../../protocols/sign-in/claims.ts';
import { isHeld } from '../../runtime/state/held.ts';
import { openIdLogoutUrl } from './openid/logout.ts';
import { samlLogoutUrl } from './saml/slo.ts';
import { providerSession } from './single-sign-on/store.ts';

/**
 * The address that ends a session at the provider; undefined when the session did not begin at one that has such, and while
 * the instance is held: the session at the provider may be that of another instance.
 */
export async function singleLogoutUrl(context: Context, sessionId: string): Promise<string | undefined> {
  const session = await context.database.first(providerSession, { id: sessionId });
  if (session === undefined || (await isHeld(context.database))) return undefined;
  const { protocol } = providerIn(session.provider);
  return protocol === 'saml' ? samlLogoutUrl(context, session) : openIdLogoutUrl(context, session);
}

/** The relation type of the single logout profile of SAML, which stands for the sign-out of any protocol. */
const relation = 'urn:oasis:names:tc:SAML:2.0:profiles:SSO:logout';

/**
 * `Link` header with the address that ends a session at the provider, for a client that signs a person out and can open it
 * in a browser.
 */
export async function singleLogoutLink(
  context: Context,
  sessionId: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const url = sessionId === undefined ? undefined : await singleLogoutUrl(context, sessionId);
  return url === undefined ? {} : { link: `<${url}>; rel="${relation}"` };
}
