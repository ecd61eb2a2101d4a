// Handles the authorization response with which a provider redirects the browser back.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { pageReply } from '../../../pages/page-reply.ts';
import { readClaimByClaim } from '../../../protocols/openid/claim-readings.ts';
import type { VerifiedSignIn } from '../../../protocols/openid/verified.ts';
import { providerName } from '../../../protocols/sign-in/claims.ts';
import { refusal, SignInError } from '../../../protocols/sign-in/error.ts';
import { siteOf } from '../../instance/index.ts';
import { callbackPath, openIdPaths } from '../identity-providers/openid-settings.ts';
import { type ProviderRow, providerByKey } from '../identity-providers/store.ts';
import { acceptAnswer, outcomePage } from '../single-sign-on/answer.ts';
import { refusalPage } from '../single-sign-on/pages.ts';
import { requestSecretsPlace } from '../single-sign-on/places.ts';
import { recordingRefusals, requireFewRefusals } from '../single-sign-on/refusals.ts';
import {
  type AnsweredRequest,
  browserCookieIn,
  finishRequest,
  requireAdministratorSession,
} from '../single-sign-on/requests.ts';
import type { ProviderSession } from '../single-sign-on/sso-session.ts';
import { finishExchange } from './exchange.ts';
import { awayReason, type RequestSecrets, refusedCheckPage } from './login.ts';
import { claimedBy, claimNames, openIdProtocol } from './rules.ts';

const kind = { protocol: openIdProtocol, message: 'Callback' };

/** An authorization response and the browser that sends it. */
export interface Callback {
  /** Key of the provider in the path. */
  readonly provider: string;
  readonly parameters: URLSearchParams;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
}

/**
 * Handles an authorization response. The page of a refused response explains the reason only if the person can act on
 * it.
 */
export async function callback(context: Context, actor: Actor, response: Callback): Promise<Rendered> {
  await requireFewRefusals(context, actor, kind);
  const provider = await context.database.first(providerByKey, { key: response.provider });
  if (provider === undefined) throw notFound();
  try {
    return await recordingRefusals(context, actor, kind, () => accept(context, actor, provider, response));
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const site = siteOf(context);
    const isAway = away.has(error.code);
    return pageReply(site, refusalPage(site, error.code, { reason: reasonOf(error.code) }), isAway ? 503 : 403);
  }
}

/** Error codes of failures at the provider or in its settings. They affect every sign-in and not just one attempt. */
const away: ReadonlySet<string> = new Set([
  'unreachable',
  'provider-failed',
  'client-refused',
  'credential-unreadable',
]);

const reasonOf = (code: string): string | undefined => (away.has(code) ? awayReason : reasons[code]);

const reasons: Readonly<Record<string, string>> = {
  denied: 'The sign-in was cancelled at your identity provider.',
};

async function accept(context: Context, actor: Actor, provider: ProviderRow, response: Callback): Promise<Rendered> {
  const request = await takeRequest(context, provider, response);
  try {
    return await finish(context, actor, { provider, request }, response);
  } catch (error) {
    if (request.purpose !== 'check') throw error;
    await context.database.transaction((tx) => requireAdministratorSession(tx, context, request));
    return refusedCheckPage(context, actor, provider.key, error);
  }
}

interface Requested {
  readonly provider: ProviderRow;
  readonly request: AnsweredRequest;
}

async function finish(
  context: Context,
  actor: Actor,
  { provider, request }: Requested,
  { parameters, userAgent }: Callback,
): Promise<Rendered> {
  const state = parameters.get('state') ?? '';
  const { nonce, codeVerifier, to }: RequestSecrets = JSON.parse(
    context.vault.open(requestSecretsPlace(state), request.secrets ?? ''),
  );
  const redirectUri = context.baseUrl() + callbackPath(provider.key);
  const answered = { redirectUri, parameters, state, nonce, codeVerifier };
  const signedIn = await finishExchange(context, provider, answered);
  const { settings, verified } = signedIn;
  const answer = {
    protocol: openIdProtocol,
    takeRequest: async () => request,
    isOn: settings.enabled && provider.is_enabled === 1,
    claimed: () => claimedBy(signedIn),
    readings: () => readClaimByClaim(verified, claimNames(provider)),
    session: sessionOf(verified),
    authenticatedAt: verified.authenticatedAt,
    satisfiesTwoFactor: settings['sso-satisfies-two-factor'],
    codePath: openIdPaths.code,
  };
  const onward = { to, by: provider.key };
  const outcome = await acceptAnswer(context, actor, answer, { userAgent, ...onward });
  return outcomePage(context, outcome, onward);
}

/**
 * Marks the authorization request as answered before the authorization code is sent to the provider, so that a response
 * can be used only once even if a later step fails.
 */
function takeRequest(context: Context, { id }: ProviderRow, { parameters, cookie }: Callback) {
  return context.database.transaction(async (tx) => {
    const browser = browserCookieIn(context, cookie);
    const request = await finishRequest(tx, context, parameters.get('state') ?? '', browser);
    if (request.providerId !== id) throw refusal('unknown-request');
    return request;
  });
}

const sessionOf = ({ issuer, subject, sessionId, idToken, issuedAt }: VerifiedSignIn): ProviderSession => ({
  ...providerName('openid', issuer, subject),
  sessionIndex: sessionId,
  logoutHint: idToken,
  issuedAt,
});
