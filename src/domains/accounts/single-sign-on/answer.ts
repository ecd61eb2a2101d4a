// Processes the verified response of an identity provider according to the purpose of the request: a sign-in, a link, a
// proof of ownership or a dry run.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Rendered } from '../../../http/reply.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import type { PageContent } from '../../../pages/layout.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import type { ClaimReading } from '../../../protocols/openid/claim-readings.ts';
import { refusal, type SignInErrorCode } from '../../../protocols/sign-in/error.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { siteOf } from '../../instance/index.ts';
import { proofLifetime, proveOwner } from '../sessions/owner-proof.ts';
import type { UserRow } from '../users/users.ts';
import { type DryRun, dryRun, refusedRun } from './dry-run.ts';
import { type Claimed, linkOwnAccount, requireOwnName } from './identities.ts';
import { dryRunPage, linkedPage, provedPage } from './pages.ts';
import { provision } from './provisioning.ts';
import { identityProviderActor } from './refusals.ts';
import { type AnsweredRequest, requireAdministratorSession, requireSession, type SignInPurpose } from './requests.ts';
import type { Protocol } from './rules.ts';
import { type Onward, openSsoSession, type ProviderSession, requestCode, signedInPath } from './sso-session.ts';

/** A verified response from a provider. */
export interface ProviderResponse {
  readonly protocol: Protocol;
  /**
   * Marks the request as answered and returns it. Throws `SignInError` unless this browser made the request and the
   * request is still open.
   */
  readonly takeRequest: (tx: Transaction) => Promise<AnsweredRequest>;
  /** If false, people cannot sign in through the provider. An administrator can still make a dry run. */
  readonly isOn: boolean;
  /**
   * Changes the settings if a sign-in or link requires it, for example to store the provider's entity ID. Returns the
   * audit entries.
   */
  readonly changeSettings?: (tx: Transaction) => Promise<readonly AuditEntry[]>;
  /** Reads the claims. Throws `SignInError` if they cannot be read. */
  readonly claimed: () => Claimed;
  /** Results of reading each claim, for a dry run. */
  readonly readings?: () => readonly ClaimReading[];
  readonly session: ProviderSession;
  /**
   * Time when the person signed in at the provider, in milliseconds since 1970. Undefined if the provider does not
   * report it.
   */
  readonly authenticatedAt: number | undefined;
  /** Whether a sign-in through the provider satisfies a required second factor. */
  readonly satisfiesTwoFactor: boolean;
  /** Path to which the one-time code page posts. */
  readonly codePath: string;
}

/** The browser that sent the response, and the page that it opens next. */
export interface SignInVisitor extends Onward {
  readonly userAgent: string | undefined;
}

export type SignInOutcome =
  | { readonly purpose: 'sign-in'; readonly headers: Readonly<Record<string, string>> }
  | { readonly purpose: 'code'; readonly page: PageContent }
  | { readonly purpose: 'link' | 'prove' }
  | { readonly purpose: 'check'; readonly dryRun: DryRun };

/** Carries out the purpose of the request. Throws `SignInError` if the response is refused. */
export async function acceptAnswer(
  context: Context,
  from: Actor,
  answer: ProviderResponse,
  visitor: SignInVisitor,
): Promise<SignInOutcome> {
  const provider = identityProviderActor(from);
  const applied = await auditedTransaction(context, provider, (tx) => apply(tx, context, provider, answer));
  const { purpose, user, refusal: reason } = applied;
  if (reason !== undefined) throw refusal(reason);
  if (purpose === 'check') return { purpose, dryRun: await dryRunOf(context, answer) };
  if (purpose !== 'sign-in' || user === undefined) return { purpose: purpose === 'prove' ? 'prove' : 'link' };
  const { session, satisfiesTwoFactor, codePath: action } = answer;
  const start = { ...visitor, session };
  if (!satisfiesTwoFactor && user.is_two_factor_verified === 1) {
    return { purpose: 'code', page: await requestCode(context, from, user, { ...start, action }) };
  }
  return { purpose: 'sign-in', headers: await openSsoSession(context, from, user, start) };
}

/**
 * Makes a dry run of a response. If the claims cannot be read, the dry run reports this as a refusal and does not
 * throw.
 */
async function dryRunOf(context: Context, { protocol, claimed, readings }: ProviderResponse): Promise<DryRun> {
  const read = { readings: readings?.() };
  try {
    return { ...(await dryRun(context, protocol, claimed())), ...read };
  } catch (error) {
    return { ...refusedRun(protocol, error), ...read };
  }
}

interface Applied {
  readonly purpose: SignInPurpose;
  /** The account that signs in. */
  readonly user?: UserRow;
  /** Reason why the sign-in is refused, although its changes are committed. */
  readonly refusal?: SignInErrorCode | undefined;
}

/** Carries out the purpose of the request, except opening a session. */
async function apply(
  tx: Transaction,
  context: Context,
  actor: Actor,
  answer: ProviderResponse,
): Promise<Audited<Applied>> {
  const request = await answer.takeRequest(tx);
  const { purpose } = request;
  if (purpose === 'check') {
    await requireAdministratorSession(tx, context, request);
    return { result: { purpose }, audit: [] };
  }
  if (!answer.isOn) throw refusal('off');
  const { result, audit } = await carryOut(tx, context, actor, { answer, request });
  // The settings are changed last. Other transactions also lock an organization before they lock the settings. The same
  // order in all transactions prevents deadlocks.
  const changed = (await answer.changeSettings?.(tx)) ?? [];
  return { result: { purpose, ...result }, audit: [...audit, ...changed] };
}

interface Requested {
  readonly answer: ProviderResponse;
  readonly request: AnsweredRequest;
}

/** Links an identity, stores a proof of ownership, or signs in. */
async function carryOut(
  tx: Transaction,
  context: Context,
  actor: Actor,
  { answer, request }: Requested,
): Promise<Audited<Omit<Applied, 'purpose'>>> {
  if (request.purpose === 'link') {
    const { user_id } = await requireSession(tx, context, request);
    return { result: {}, audit: await linkOwnAccount(tx, context, answer.claimed().claims, user_id) };
  }
  if (request.purpose === 'prove') return { result: {}, audit: [await proveBySignIn(tx, context, answer, request)] };
  const { result, audit } = await provision(tx, context, actor, answer.claimed());
  return { result: { user: result.user, refusal: result.refusal }, audit };
}

/**
 * Stores a proof of ownership in the session that requested it. Throws `SignInError` unless the sign-in at the provider
 * is recent and belongs to the session's owner.
 */
async function proveBySignIn(
  tx: Transaction,
  context: Context,
  { claimed, authenticatedAt: at = 0 }: ProviderResponse,
  request: AnsweredRequest,
): Promise<AuditEntry> {
  const { user_id: user } = await requireSession(tx, context, request);
  await requireOwnName(tx, claimed().claims, user);
  const now = context.clock.now();
  if (at <= now - proofLifetime) throw refusal('not-signed-in-again');
  return proveOwner(tx, { session: request.sessionId ?? '', user, at: Math.min(at, now) }, 'sign-in');
}

/** Returns the page that shows the result of a sign-in, link, proof or dry run. */
export function outcomePage(context: Context, outcome: SignInOutcome, onward: Onward): Rendered {
  const site = siteOf(context);
  switch (outcome.purpose) {
    case 'link':
      return pageReply(site, linkedPage(site));
    case 'prove':
      return pageReply(site, provedPage(site));
    case 'check':
      return pageReply(site, dryRunPage(site, outcome.dryRun));
    case 'code':
      return pageReply(site, outcome.page);
    case 'sign-in':
      return redirectTo(site, signedInPath(onward), outcome.headers);
  }
}
