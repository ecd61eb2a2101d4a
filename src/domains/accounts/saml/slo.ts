// Single logout in both directions: the provider ends sessions of this service, and signing out here also signs out at
// the provider.
import type { Context } from '../../../context.ts';
import { anonymousBody } from '../../../http/body.ts';
import type { Rendered } from '../../../http/reply.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { isBlank } from '../../../lib/text/text.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { logoutRequestUrl, logoutResponseUrl } from '../../../protocols/saml/messages.ts';
import { redirectedRequestXml } from '../../../protocols/saml/redirect-binding.ts';
import { providerName } from '../../../protocols/sign-in/claims.ts';
import { SignInError } from '../../../protocols/sign-in/error.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { siteOf } from '../../instance/index.ts';
import { readSamlSettings, type SamlSettings, samlSettings } from '../identity-providers/saml-settings.ts';
import { redirectToProvider } from '../single-sign-on/pages.ts';
import {
  identityProviderActor,
  recordingRefusals,
  requireFewRefusals,
  requireFirstUse,
} from '../single-sign-on/refusals.ts';
import { endSessions } from '../single-sign-on/sign-outs.ts';
import type { StoredSession } from '../single-sign-on/store.ts';
import { logoutSigningKey, serviceProvider } from './metadata.ts';
import { decodedMessage, logoutRefusalPage } from './pages.ts';
import { type PostedMessage, readPostedForm } from './post-binding.ts';
import { samlProtocol } from './rules.ts';
import { type LogoutMessage, verifyLogoutRequest } from './verify.ts';

const kind = { protocol: samlProtocol, message: 'LogoutRequest' };

/** Handles a logout message in the query of a URL (HTTP-Redirect binding). */
export async function sloRedirect(context: Context, actor: Actor, url: string): Promise<Rendered> {
  const query = url.split('?').slice(1).join('?');
  return /(^|&)SAMLRequest=/.test(query) ? handleRequest(context, actor, { query }) : afterOwnLogout(context);
}

/** Handles a logout message in a form (HTTP-POST binding). The form is not read while single sign-on is off. */
export async function sloPost(context: Context, actor: Actor, request: PostedMessage): Promise<Rendered> {
  await requireFewRefusals(context, actor, kind);
  const { enabled } = await readSamlSettings(context, context.database);
  const reading = { kind: kind.message, maxBytes: anonymousBody.bytes, isExpected: enabled };
  const form = await readPostedForm(context, actor, request, reading);
  const isRequest = form.request !== undefined || form.unreadable !== undefined;
  return isRequest ? handleRequest(context, actor, { form }) : afterOwnLogout(context);
}

/**
 * Handles the provider's response to a logout that started here. The session has already ended, so nothing is left to
 * do.
 */
const afterOwnLogout = (context: Context): Rendered => redirectTo(siteOf(context), '/sign-in');

async function handleRequest(context: Context, actor: Actor, message: LogoutMessage): Promise<Rendered> {
  try {
    const url = await recordingRefusals(context, actor, kind, () => accept(context, actor, message));
    return redirectToProvider(context, url);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const { debug } = await readSamlSettings(context, context.database);
    const shown = debug ? { xml: xmlOf(message), error } : undefined;
    const site = siteOf(context);
    return pageReply(site, logoutRefusalPage(site, shown), 403);
  }
}

const xmlOf = (message: LogoutMessage): string =>
  'query' in message ? redirectedRequestXml(message.query) : decodedMessage(message.form.request ?? '');

/** Ends the sessions named by the request. Returns the URL of the response. */
async function accept(context: Context, actor: Actor, message: LogoutMessage): Promise<string> {
  const settings = await readSamlSettings(context, context.database);
  if (!settings.enabled) throw new SamlError('off');
  const { request, relayState } = verifyLogoutRequest(context, settings, message);
  const { issuer, nameId, sessionIndexes, issuedAt, expiresAt } = request;
  const name = providerName('saml', issuer, nameId);
  await auditedTransaction(context, identityProviderActor(actor), async (tx) => {
    await requireFirstUse(tx, ['LogoutRequest', issuer, request.id], expiresAt);
    return { result: undefined, audit: await endSessions(tx, { name, sessionIndexes, issuedAt, expiresAt }) };
  });
  const sending = { to: settings['slo-endpoint-url'] ?? '', relayState, key: logoutSigningKey(settings) };
  const response = { inResponseTo: request.id, now: context.clock.now() };
  return logoutResponseUrl(serviceProvider(context), response, sending);
}

/**
 * Returns the URL that ends a session at the provider. Undefined if the settings have no logout URL, or now name
 * another provider.
 */
export function samlLogoutUrl(context: Context, session: StoredSession): string | undefined {
  const settings = samlSettings(context);
  const to = settings['slo-endpoint-url'];
  if (!settings.enabled || to === null || isBlank(to) || !isCurrentProvider(settings, session.provider))
    return undefined;
  const request = {
    nameId: session.name_id,
    nameIdFormat: session.name_id_format ?? undefined,
    nameQualifier: session.name_qualifier ?? undefined,
    spNameQualifier: session.sp_name_qualifier ?? undefined,
    sessionIndex: session.session_index ?? undefined,
    now: context.clock.now(),
  };
  return logoutRequestUrl(serviceProvider(context), request, { to, key: logoutSigningKey(settings) });
}

/** Whether the settings still name the provider with which the session began. */
const isCurrentProvider = (settings: SamlSettings, provider: string): boolean =>
  isBlank(settings['idp-entity-id']) || settings['idp-entity-id'] === provider;
