// Single logout, in both directions: the provider ends sessions here, and a sign-out here goes on to the provider.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { anonymousBody } from '../../../http/body.ts';
import type { Rendered } from '../../../http/reply.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isBlank } from '../../../lib/text/text.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import { type ProviderName, providerName } from '../../../protocols/saml/claims.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import type { LogoutRequest } from '../../../protocols/saml/logout-request.ts';
import { logoutRequestUrl, logoutResponseUrl, newMessageId } from '../../../protocols/saml/messages.ts';
import { redirectedRequestXml } from '../../../protocols/saml/redirect-binding.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { siteOf } from '../../instance/index.ts';
import { endSomeSessionsOf } from '../sessions/store.ts';
import { logoutSigningKey, serviceProvider } from './metadata.ts';
import { decodedMessage, logoutRefusalPage, redirectToProvider } from './pages.ts';
import { type PostedMessage, readPostedForm, unreadForm } from './post-binding.ts';
import { readSamlSettings, type SamlSettings, samlSettings } from './settings.ts';
import { accountsOfNameForUpdate, insertSignOuts, lockName, providerSession, sessionsOfName } from './store.ts';
import {
  identityProviderActor,
  type LogoutMessage,
  recordingRefusals,
  requireFewRefusals,
  requireFirstUse,
  verifyLogoutRequest,
} from './verify.ts';

/** Handles a logout message in the query of an address. */
export async function sloRedirect(context: Context, actor: Actor, url: string): Promise<Rendered> {
  const query = url.split('?').slice(1).join('?');
  return /(^|&)SAMLRequest=/.test(query) ? handleRequest(context, actor, { query }) : afterOwnLogout(context);
}

/** Handles a logout message in a form, which is not read while single sign-on is off. */
export async function sloPost(context: Context, actor: Actor, request: PostedMessage): Promise<Rendered> {
  await requireFewRefusals(context, actor, 'LogoutRequest');
  const { enabled } = await readSamlSettings(context, context.database);
  const form = enabled ? await readPostedForm({ context, actor }, request, anonymousBody.bytes) : unreadForm;
  const isRequest = form.request !== undefined || form.unreadable !== undefined;
  return isRequest ? handleRequest(context, actor, { form }) : afterOwnLogout(context);
}

/** A browser without a request brings the provider's response. The session here has ended before, so nothing is left to do. */
const afterOwnLogout = (context: Context): Rendered => redirectTo(siteOf(context), '/sign-in');

async function handleRequest(context: Context, actor: Actor, message: LogoutMessage): Promise<Rendered> {
  try {
    const url = await recordingRefusals(context, actor, 'LogoutRequest', () => accept(context, actor, message));
    return redirectToProvider(context, url);
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    const { debug } = await readSamlSettings(context, context.database);
    const shown = debug ? { xml: xmlOf(message), code: error.code } : undefined;
    const site = siteOf(context);
    return pageReply(site, logoutRefusalPage(site, shown), 403);
  }
}

const xmlOf = (message: LogoutMessage): string =>
  'query' in message ? redirectedRequestXml(message.query) : decodedMessage(message.form.request ?? '');

/** Ends the sessions that the request names; returns the address of the response to it. */
async function accept(context: Context, actor: Actor, message: LogoutMessage): Promise<string> {
  const settings = await readSamlSettings(context, context.database);
  if (!settings.enabled) throw new SamlError('off');
  const { request, relayState } = verifyLogoutRequest(context, settings, message);
  await auditedTransaction(context, identityProviderActor(actor), async (tx) => ({
    result: undefined,
    audit: await endSessions(tx, request),
  }));
  const sending = { to: settings['slo-endpoint-url'] ?? '', relayState, key: logoutSigningKey(settings) };
  const response = { inResponseTo: request.id, now: context.clock.now() };
  return logoutResponseUrl(serviceProvider(context), response, sending);
}

async function endSessions(tx: Transaction, request: LogoutRequest): Promise<readonly AuditEntry[]> {
  const { issuer: provider, nameId, sessionIndexes } = request;
  const name = providerName(provider, nameId);
  await requireFirstUse(tx, ['LogoutRequest', provider, request.id], request.expiresAt);
  await lockName(tx, name);
  const accounts = await tx.rows(accountsOfNameForUpdate, name);
  await recordSignOut(tx, request, name);
  // A session without an index may be any of those that the request names.
  const isNamed = (index: string | null): boolean =>
    sessionIndexes.length === 0 || index === null || sessionIndexes.includes(index);
  const sessions = (await tx.rows(sessionsOfName, name)).filter((each) => isNamed(each.session_index));
  const entries: AuditEntry[] = [];
  for (const { id: user } of accounts) {
    const ids = sessions.filter(({ user_id }) => user_id === user).map(({ id }) => id);
    const ended = await endSomeSessionsOf(tx, user, ids);
    const before = { user, provider, 'name-id': nameId };
    entries.push(...ended.map((id) => ({ action: 'session.delete', type: 'sessions', id, before })));
  }
  return entries;
}

/** Keeps the sign-out, because an assertion that was issued before it may still be on the way here. */
async function recordSignOut(
  tx: Transaction,
  { sessionIndexes, issuedAt, expiresAt }: LogoutRequest,
  { provider, nameKey }: ProviderName,
): Promise<void> {
  const name = { provider, name_id: nameKey };
  const times = { issued_at: timestamp(issuedAt), expires_at: timestamp(expiresAt) };
  const indexes = sessionIndexes.length === 0 ? [null] : sessionIndexes;
  const rows = indexes.map((session_index) => ({ id: newMessageId(), ...name, session_index, ...times }));
  await insertSignOuts(tx, rows);
}

/** The address that ends a session at the provider; undefined when the session did not begin there. */
export async function singleLogoutUrl(context: Context, sessionId: string): Promise<string | undefined> {
  const settings = samlSettings(context);
  const to = settings['slo-endpoint-url'];
  if (!settings.enabled || to === null || isBlank(to)) return undefined;
  const session = await context.database.first(providerSession, { id: sessionId });
  if (session === undefined || !isCurrentProvider(settings, session.provider)) return undefined;
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

/** The settings may name another provider since the session began. */
const isCurrentProvider = (settings: SamlSettings, provider: string): boolean =>
  isBlank(settings['idp-entity-id']) || settings['idp-entity-id'] === provider;

/** The relation type of the single logout profile. */
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
