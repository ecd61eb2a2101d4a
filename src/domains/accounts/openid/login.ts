// Redirects browsers to a provider with an authorization request.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { safeRedirectPath } from '../../../lib/network/safe-redirect-path.ts';
import { isStorable } from '../../../lib/text/text.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import { OpenIdError } from '../../../protocols/openid/error.ts';
import { siteOf } from '../../instance/index.ts';
import { callbackPath, pathOf, readOpenIdSettings } from '../identity-providers/openid-settings.ts';
import { type ProviderRow, providerByKey } from '../identity-providers/store.ts';
import { asOwner } from '../ownership/owner-pages.ts';
import { refusedRun } from '../single-sign-on/dry-run.ts';
import { dryRunPage, providerPage, redirectToProvider, refusalPage } from '../single-sign-on/pages.ts';
import { requestSecretsPlace } from '../single-sign-on/places.ts';
import { recordUnread } from '../single-sign-on/refusals.ts';
import { type NewRequest, openRequest } from '../single-sign-on/requests.ts';
import type { Proof } from '../two-factor/proof.ts';
import { beginExchange } from './exchange.ts';
import { openIdProtocol } from './rules.ts';

/**
 * Values that are stored encrypted with a request: the nonce and the code verifier, which the response must match, and
 * the page to open afterwards.
 */
export interface RequestSecrets {
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Path of the page to open after the sign-in. */
  readonly to?: string | undefined;
}

/** A browser's request to be redirected to a provider. */
export interface OpenIdVisit {
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
  /** Key of the provider. */
  readonly provider: string;
}

/**
 * Redirects a browser to a provider to sign in. `path` is the page to open afterwards. 404 if people cannot sign in
 * through the provider. If the provider is unreachable, the result is an error page with status 503.
 */
export async function login(context: Context, actor: Actor, visit: OpenIdVisit, path: string): Promise<Rendered> {
  const { cookie, provider: key } = visit;
  const provider = await usableProvider(context, key);
  return orProblem(context, actor, key, async () => {
    const start = { purpose: 'sign-in', actor, cookie, to: safeRedirectPath(path) } as const;
    const { url, headers } = await startLogin(context, provider, start);
    return redirectToProvider(context, url, headers);
  });
}

/** Sends a signed-in person to a provider, to link an identity, prove ownership or check the provider. */
export async function loginInSession(
  context: Context,
  actor: Actor,
  { cookie, provider: key }: OpenIdVisit,
  purpose: 'link' | 'prove' | 'check',
): Promise<Rendered> {
  const { session } = actor;
  if (session === undefined) return redirectTo(siteOf(context), '/sign-in');
  // An administrator can check a provider before it is enabled.
  const provider = await usableProvider(context, key, purpose === 'check');
  const start = async () => {
    const { url, headers } = await startLogin(context, provider, { purpose, actor, sessionId: session.id, cookie });
    return providerPage(context, url, headers);
  };
  return purpose === 'check'
    ? start().catch((error: unknown) => refusedCheckPage(context, actor, key, error))
    : orProblem(context, actor, key, start);
}

/** Sends a signed-in person to a provider to link the account to the identity there. Requires proof of ownership. */
export async function linkInSession(
  context: Context,
  actor: Actor,
  visit: OpenIdVisit,
  proof: Proof,
): Promise<Rendered> {
  if (actor.session !== undefined) await usableProvider(context, visit.provider);
  const form = { action: pathOf('link', visit.provider), proof };
  return asOwner(context, actor, form, () => loginInSession(context, actor, visit, 'link'));
}

async function usableProvider(context: Context, key: string, isCheck = false): Promise<ProviderRow> {
  if (!isStorable(key)) throw notFound();
  const { enabled } = await readOpenIdSettings(context, context.database);
  const provider = await context.database.first(providerByKey, { key });
  if (provider === undefined || !(isCheck || (enabled && provider.is_enabled === 1))) throw notFound();
  return provider;
}

interface LoginStart extends Omit<NewRequest, 'id'> {
  /** Path of the page to open afterwards. */
  readonly to?: string | undefined;
}

/** Stores an authorization request. Returns its URL at the provider and the header that sets the browser's cookie. */
async function startLogin(context: Context, provider: ProviderRow, { to, ...start }: LoginStart) {
  const redirectUri = context.baseUrl() + callbackPath(provider.key);
  const { url, state, nonce, codeVerifier } = await beginExchange(
    context,
    provider,
    redirectUri,
    start.purpose === 'prove',
  );
  const values: RequestSecrets = { nonce, codeVerifier, to };
  const secrets = context.vault.seal(requestSecretsPlace(state), JSON.stringify(values));
  return { url, headers: await openRequest(context, { ...start, id: state, providerId: provider.id, secrets }) };
}

/** Runs `start`. If the provider is unreachable or its settings are wrong, returns an error page instead. */
async function orProblem(
  context: Context,
  actor: Actor,
  provider: string,
  start: () => Promise<Rendered>,
): Promise<Rendered> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error;
    const { code: reason, detail, message } = error;
    await recordUnread(context, actor, {
      protocol: openIdProtocol,
      provider,
      reason,
      detail,
      kind: 'Request',
      message,
    });
    const site = siteOf(context);
    return pageReply(site, refusalPage(site, error.code, { reason: awayReason }), 503);
  }
}

/** Page that tells an administrator why a dry run was refused. Errors other than refusals are thrown again. */
export function refusedCheckPage(context: Context, { requestId }: Actor, provider: string, error: unknown): Rendered {
  const site = siteOf(context);
  const page = pageReply(site, dryRunPage(site, refusedRun(openIdProtocol, error)));
  if (error instanceof OpenIdError)
    context.log.warn({ reason: error.code, detail: error.detail, provider, requestId }, error.message);
  return page;
}

/** Text of the page that is shown while a provider is unreachable or its settings are wrong. */
export const awayReason =
  'Your identity provider cannot be reached at the moment, or its settings in Tipstaff are wrong. Try again later, or sign in another way.';
