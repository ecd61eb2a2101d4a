// An answer arrives: whom it lets in, whose account it links, or what it would have done.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Assertion } from '../../../protocols/saml/assertion.ts';
import { type Changed, change } from '../../audit/audit.ts';
import { isBlank } from '../../instance/settings/group.ts';
import { openSession } from '../sessions/sessions.ts';
import { holdUser, type UserRow } from '../users/users.ts';
import { linkOwn } from './accounts.ts';
import { believedPosted } from './believed.ts';
import { claimsOf } from './claims.ts';
import { takeOnce } from './once.ts';
import type { Posted } from './posted.ts';
import { byProvider } from './provider.ts';
import { taking } from './refusals.ts';
import { Refused } from './refused.ts';
import { type Rehearsed, rehearse } from './rehearsal.ts';
import { type Purpose, type Taken, takeRequest } from './requests.ts';
import { pinProvider, readSamlSettings, type SamlSettings } from './settings.ts';
import { settle } from './settle.ts';
import { sessionOfRequest, signOutSince } from './store.ts';

/** What a browser brings from the provider. */
export interface Brought extends Posted {
  /** The browser's own mark. */
  readonly browser: string | undefined;
  readonly userAgent: string | undefined;
}

/** What came of it. */
export type Arrived =
  | { readonly purpose: 'sign-in'; readonly headers: Readonly<Record<string, string>> }
  | { readonly purpose: 'link' }
  | { readonly purpose: 'check'; readonly rehearsed: Rehearsed };

/** Who asked for an answer in a session that is still good, and is themselves in it. */
const askerOf = async (tx: Transaction, { clock }: Context, { sessionId }: Taken) => {
  const session = await tx.first(sessionOfRequest, { id: sessionId ?? '' });
  const isGood = session?.impersonation_ends_at === null && session.expires_at > timestamp(clock.now());
  if (session === undefined || !isGood) throw new Refused('session-over');
  return session;
};

/** What an answer leads to, before anybody is let in. */
interface Accepted {
  readonly purpose: Purpose;
  readonly user?: UserRow;
}

interface Answer {
  readonly assertion: Assertion;
  readonly settings: SamlSettings;
}

/** Once somebody has come from a provider, nobody comes from another one by the same certificate. */
const pin = async (
  tx: Transaction,
  context: Context,
  { assertion, settings }: Answer,
): Promise<readonly AuditEntry[]> => {
  if (!isBlank(settings['idp-entity-id'])) return [];
  const { result, audit } = await pinProvider(tx, context, assertion.issuer);
  if (result !== assertion.issuer) throw new Refused('wrong-issuer');
  return audit;
};

const accept = async (
  tx: Transaction,
  context: Context,
  actor: Actor,
  { assertion, settings, taken }: Answer & { readonly taken: Taken },
): Promise<Changed<Accepted>> => {
  const { purpose } = taken;
  if (purpose === 'check') {
    // What a check tells is for administrators.
    if ((await askerOf(tx, context, taken)).is_admin === 0) throw new Refused('session-over');
    return { result: { purpose }, audit: [] };
  }
  if (!settings.enabled) throw new Refused('off');
  const pinned = await pin(tx, context, { assertion, settings });
  if (purpose === 'link') {
    const { user_id: owner } = await askerOf(tx, context, taken);
    const linked = await linkOwn(tx, context, claimsOf(assertion, settings), owner);
    return { result: { purpose }, audit: [...pinned, ...linked] };
  }
  const { result, audit } = await settle(tx, context, actor, { assertion, settings });
  return { result: { purpose, user: result.user }, audit: [...pinned, ...audit] };
};

/** While it is on its way here, the provider may end the session that an answer begins. */
const requireStillSignedIn = async (tx: Transaction, assertion: Assertion): Promise<void> => {
  const { issuer: provider, nameId, sessionIndex = null, issuedAt } = assertion;
  const name = { provider, nameId, sessionIndex, issuedAt: timestamp(issuedAt) };
  if ((await tx.first(signOutSince, name)) !== undefined) throw new Refused('signed-out');
};

const enter = (
  context: Context,
  from: Actor,
  { id, username, is_admin }: UserRow,
  { assertion, userAgent }: { readonly assertion: Assertion; readonly userAgent: string | undefined },
) => {
  const actor: Actor = { ...byProvider(from), identity: { kind: 'user', id, username, isAdmin: is_admin === 1 } };
  return change(context, actor, async (tx) => {
    const user = await holdUser(tx, id);
    if (user.is_suspended === 1) throw new Refused('suspended');
    await requireStillSignedIn(tx, assertion);
    const { row, headers, audit } = await openSession(tx, context, actor, { user, userAgent });
    const { issuer: provider, nameId, nameIdFormat = null, sessionIndex = null } = assertion;
    const words = { provider, name_id: nameId, name_id_format: nameIdFormat, session_index: sessionIndex };
    await tx.run((db) => db.insertInto('saml_sessions').values({ session_id: row.id, ...words }));
    return { result: headers, audit: [{ ...audit, after: { user: id, provider, nameId } }] };
  });
};

const receive = async (context: Context, actor: Actor, brought: Brought): Promise<Arrived> => {
  if (brought.unreadable !== undefined) throw new Refused(brought.unreadable);
  const settings = await readSamlSettings(context, context.database);
  const assertion = believedPosted(context, settings, brought.response);
  const provider = byProvider(actor);
  const { purpose, user } = await change(context, provider, async (tx) => {
    await takeOnce(tx, [assertion.issuer, assertion.id], assertion.expiresAt);
    const taken = await takeRequest(tx, context, assertion.inResponseTo, brought.browser);
    return accept(tx, context, provider, { assertion, settings, taken });
  });
  if (purpose === 'check') return { purpose, rehearsed: await rehearse(context, { assertion, settings }) };
  if (user === undefined) return { purpose: 'link' };
  return { purpose: 'sign-in', headers: await enter(context, actor, user, { assertion, ...brought }) };
};

/**
 * Takes an answer of the provider's. Throws `Refused`, which the audit record then tells the reason of, and 429 to who
 * brings too many that are refused.
 */
export const arrive = (context: Context, actor: Actor, brought: Brought): Promise<Arrived> =>
  taking(context, actor, 'Response', () => receive(context, actor, brought));
