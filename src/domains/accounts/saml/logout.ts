// The provider ends sessions: whoever they are has signed out there, or is to be signed out.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { LogoutRequest } from '../../../protocols/saml/logout.ts';
import { logoutResponseUrl, newMessageId } from '../../../protocols/saml/messages.ts';
import { change } from '../../audit/audit.ts';
import { endSomeSessionsOf } from '../sessions/store.ts';
import { type Asking, believedLogout, serviceProviderOf } from './believed.ts';
import { takeOnce } from './once.ts';
import { byProvider } from './provider.ts';
import { taking } from './refusals.ts';
import { Refused } from './refused.ts';
import { readSamlSettings } from './settings.ts';
import { logoutSignerOf } from './signer.ts';
import { heldAccountsOfName, sessionsOfName } from './store.ts';

/** Keeps in mind that those sessions have ended, for sign-ins that the provider vouched for before and are on their way. */
const remember = async (
  tx: Transaction,
  { issuer, nameId, sessionIndexes, issuedAt, expiresAt }: LogoutRequest,
): Promise<void> => {
  const indexes = sessionIndexes.length === 0 ? [null] : sessionIndexes;
  const times = { issued_at: timestamp(issuedAt), expires_at: timestamp(expiresAt) };
  const rows = indexes.map((session_index) => ({
    id: newMessageId(),
    provider: issuer,
    name_id: nameId,
    session_index,
    ...times,
  }));
  await tx.run((db) => db.insertInto('saml_sign_outs').values(rows));
};

/** Ends the sessions that the provider means. One that it never gave a name for may be any of them. */
const end = async (tx: Transaction, request: LogoutRequest): Promise<readonly AuditEntry[]> => {
  const { issuer: provider, nameId, sessionIndexes } = request;
  await takeOnce(tx, ['LogoutRequest', provider, request.id], request.expiresAt);
  const accounts = await tx.rows(heldAccountsOfName, { provider, nameId });
  await remember(tx, request);
  const isMeant = (index: string | null): boolean =>
    sessionIndexes.length === 0 || index === null || sessionIndexes.includes(index);
  const sessions = (await tx.rows(sessionsOfName, { provider, nameId })).filter((each) => isMeant(each.session_index));
  const entries: AuditEntry[] = [];
  for (const { id: user } of accounts) {
    const theirs = sessions.filter(({ user_id }) => user_id === user).map(({ id }) => id);
    const ended = await endSomeSessionsOf(tx, user, theirs);
    const before = { user, provider, nameId };
    entries.push(...ended.map((id) => ({ action: 'session.delete', type: 'sessions', id, before })));
  }
  return entries;
};

/** Ends the sessions that a request of the provider's names; answers the address that tells it so. */
const receive = async (context: Context, actor: Actor, asking: Asking): Promise<string> => {
  const settings = await readSamlSettings(context, context.database);
  if (!settings.enabled) throw new Refused('off');
  const { request, relayState } = believedLogout(context, settings, asking);
  await change(context, byProvider(actor), async (tx) => ({ result: undefined, audit: await end(tx, request) }));
  const sending = { to: settings['slo-endpoint-url'] ?? '', relayState, signer: logoutSignerOf(settings) };
  const answer = { inResponseTo: request.id, now: context.clock.now() };
  return logoutResponseUrl(serviceProviderOf(context), answer, sending);
};

/** Takes a request of the provider's to end sessions. Refuses like `arrive`. */
export const receiveLogout = (context: Context, actor: Actor, asking: Asking): Promise<string> =>
  taking(context, actor, 'LogoutRequest', () => receive(context, actor, asking));
