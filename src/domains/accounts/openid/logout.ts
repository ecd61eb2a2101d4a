// Logout in both directions: a provider ends sessions of this service, and signing out here also signs out at the
// provider.
import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { badRequest, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { OpenIdError } from '../../../protocols/openid/error.ts';
import { providerKey, providerName } from '../../../protocols/sign-in/claims.ts';
import { refusal, SignInError } from '../../../protocols/sign-in/error.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { openIdSettings, readOpenIdSettings } from '../identity-providers/openid-settings.ts';
import { openIdProviderOf } from '../identity-providers/providers.ts';
import { allProviders, keyOfRow, type ProviderRow, providerByKey } from '../identity-providers/store.ts';
import { logoutHintPlace } from '../single-sign-on/places.ts';
import {
  identityProviderActor,
  recordingRefusals,
  requireFewRefusals,
  requireFirstUse,
} from '../single-sign-on/refusals.ts';
import { endSessions } from '../single-sign-on/sign-outs.ts';
import type { StoredSession } from '../single-sign-on/store.ts';
import { openIdClient } from './client.ts';
import { openIdProtocol } from './rules.ts';

const kind = { protocol: openIdProtocol, message: 'LogoutToken' };

/** Ends the sessions named by a logout token (OpenID Connect Back-Channel Logout 1.0). 400 if the token is refused. */
export async function backChannelLogout(context: Context, actor: Actor, key: string, token: string): Promise<void> {
  await requireFewRefusals(context, actor, kind);
  const provider = await context.database.first(providerByKey, { key });
  if (provider === undefined) throw notFound();
  try {
    await recordingRefusals(context, actor, kind, () => accept(context, actor, provider, token));
  } catch (error) {
    throw error instanceof SignInError ? badRequest('The logout token was refused.', 'invalid') : error;
  }
}

async function accept(context: Context, actor: Actor, provider: ProviderRow, token: string): Promise<void> {
  const { enabled } = await readOpenIdSettings(context, context.database);
  if (!enabled || provider.is_enabled === 0) throw refusal('off');
  const logout = await openIdClient(context).verifyLogout(openIdProviderOf(context, provider), token);
  const { issuer, subject, sessionId, id, issuedAt, expiresAt } = logout;
  const name =
    subject === undefined ? { provider: providerKey('openid', issuer) } : providerName('openid', issuer, subject);
  const sessionIndexes = sessionId === undefined ? [] : [sessionId];
  await auditedTransaction(context, identityProviderActor(actor), async (tx) => {
    await requireFirstUse(tx, ['logout', issuer, provider.client_id, id], expiresAt);
    return { result: undefined, audit: await endSessions(tx, { name, sessionIndexes, issuedAt, expiresAt }) };
  });
}

/** Returns the URL that ends a session at the provider. Undefined if the provider has no such URL or is unreachable. */
export async function openIdLogoutUrl(context: Context, session: StoredSession): Promise<string | undefined> {
  const { session_id, provider: key, logout_hint: hint } = session;
  if (hint === null || !openIdSettings(context).enabled) return undefined;
  const rows = await context.database.rows(allProviders, {});
  const provider = rows.find((row) => row.is_enabled === 1 && keyOfRow(row) === key);
  if (provider === undefined) return undefined;
  const idToken = context.vault.open(logoutHintPlace(session_id), hint);
  const returnUri = `${context.baseUrl()}/sign-in`;
  try {
    const request = { idToken, returnUri, state: randomUUID() };
    return await openIdClient(context).logoutUrl(openIdProviderOf(context, provider), request);
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error;
    context.log.warn({ reason: error.code }, error.message);
    return undefined;
  }
}
