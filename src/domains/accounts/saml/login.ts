// Redirects browsers to the identity provider with a SAML request.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { safeRedirectPath } from '../../../lib/network/safe-redirect-path.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import { authnRequestUrl, newMessageId } from '../../../protocols/saml/messages.ts';
import { siteOf } from '../../instance/index.ts';
import {
  isSafeAddress,
  readSamlSettings,
  type SamlSettings,
  samlPaths,
  signInProblem,
} from '../identity-providers/saml-settings.ts';
import { asOwner } from '../ownership/owner-pages.ts';
import { providerPage, redirectToProvider } from '../single-sign-on/pages.ts';
import { recordUnread } from '../single-sign-on/refusals.ts';
import { type NewRequest, openRequest } from '../single-sign-on/requests.ts';
import type { Proof } from '../two-factor/proof.ts';
import { loginSigningKey, serviceProvider } from './metadata.ts';
import { refusalPage } from './pages.ts';
import { samlProtocol } from './rules.ts';

/**
 * Redirects a browser to the provider to sign in. `cookie` is its `Cookie` header, and `path` is the page to open
 * afterwards. 404 while single sign-on is off.
 */
export async function login(
  context: Context,
  actor: Actor,
  cookie: string | undefined,
  path: string,
): Promise<Rendered> {
  const settings = await readSamlSettings(context, context.database);
  if (!settings.enabled) throw notFound();
  const refused = await refusalOfStart(context, actor, settings);
  if (refused !== undefined) return refused;
  const { url, headers } = await startLogin(context, settings, {
    purpose: 'sign-in',
    actor,
    cookie,
    path: safeRedirectPath(path),
  });
  return redirectToProvider(context, url, headers);
}

/** Sends a signed-in person to the provider. `cookie` is the browser's `Cookie` header. */
export async function loginInSession(
  context: Context,
  actor: Actor,
  cookie: string | undefined,
  purpose: 'link' | 'prove' | 'check',
): Promise<Rendered> {
  const { session } = actor;
  if (session === undefined) return redirectTo(siteOf(context), '/sign-in');
  const settings = await usableSettings(context, purpose === 'check');
  const refused = await refusalOfStart(context, actor, settings);
  if (refused !== undefined) return refused;
  const { url, headers } = await startLogin(context, settings, { purpose, actor, sessionId: session.id, cookie });
  return providerPage(context, url, headers);
}

/** Sends a signed-in person to the provider to link the account to the identity there. Requires proof of ownership. */
export async function linkInSession(
  context: Context,
  actor: Actor,
  cookie: string | undefined,
  proof: Proof,
): Promise<Rendered> {
  const form = { action: samlPaths.link, proof };
  if (actor.session !== undefined) await usableSettings(context);
  return asOwner(context, actor, form, () => loginInSession(context, actor, cookie, 'link'));
}

/** Returns the settings for a request by a signed-in person. 404 if SAML is not usable. */
async function usableSettings(context: Context, isCheck = false): Promise<SamlSettings> {
  const settings = await readSamlSettings(context, context.database);
  // An administrator can check the settings before single sign-on is enabled.
  const isUsable = settings.enabled || isCheck;
  if (!isUsable || !isSafeAddress(settings['sso-endpoint-url'] ?? '')) throw notFound();
  return settings;
}

/** Returns the page that explains why no sign-in can work with the settings. Undefined if the settings are usable. */
async function refusalOfStart(context: Context, actor: Actor, settings: SamlSettings): Promise<Rendered | undefined> {
  const problem = signInProblem(settings);
  if (problem === undefined) return undefined;
  const { code: reason, detail: message } = problem;
  await recordUnread(context, actor, { protocol: samlProtocol, reason, kind: 'Request', message });
  const site = siteOf(context);
  return pageReply(site, refusalPage(site, problem.code), 503);
}

interface LoginStart extends Omit<NewRequest, 'id'> {
  /** Path of the page to open afterwards. */
  readonly path?: string | undefined;
}

/** Stores an authentication request. Returns its URL at the provider and the header that sets the browser's cookie. */
async function startLogin(context: Context, settings: SamlSettings, { path, ...start }: LoginStart) {
  const id = newMessageId();
  const headers = await openRequest(context, { ...start, id });
  const sending = { to: settings['sso-endpoint-url'] ?? '', relayState: path, key: loginSigningKey(settings) };
  const request = { id, now: context.clock.now(), isAgain: start.purpose === 'prove' };
  return { url: authnRequestUrl(serviceProvider(context), request, sending), headers };
}
