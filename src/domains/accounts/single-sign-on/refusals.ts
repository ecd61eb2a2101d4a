// Records refused messages of identity providers, limits their number, and refuses messages that were used before.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { clientNetwork } from '../../../lib/network/address.ts';
import { tokenHash } from '../../../lib/secrets/tokens.ts';
import { refusal, SignInError } from '../../../protocols/sign-in/error.ts';
import { attempt, keyOf, requireAttempts } from '../../../runtime/limits/attempts.ts';
import { beginAttempt } from '../../../runtime/limits/failure-limit.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { attemptParts } from '../../instance/index.ts';
import type { Protocol } from './rules.ts';
import { insertUsedMessage } from './store.ts';

/** The actor of changes that are caused by a provider's message. */
export function identityProviderActor({ requestId, address }: Pick<Actor, 'requestId' | 'address'>): Actor {
  return { requestId, address, identity: { kind: 'system', name: 'single sign-on' } };
}

/** Type of a message. Refusals are counted separately for each type. */
export interface MessageKind {
  readonly protocol: Protocol;
  /** Name of the message type in the protocol. */
  readonly message: string;
}

const maxRefusals = 20;

const refusalLimits = ({ address }: Actor, { protocol, message }: MessageKind) => [
  { key: keyOf(protocol.settings, message, clientNetwork(address)), max: maxRefusals },
];

/** Throws 429 if the sender's network has sent too many refused messages. Must be called before a message is read. */
export function requireFewRefusals(context: Context, actor: Actor, kind: MessageKind): Promise<void> {
  return requireAttempts(attemptParts(context), refusalLimits(actor, kind));
}

/**
 * Handles a provider's message. Every `SignInError` is recorded with its code and thrown again. 429 if the sender's
 * network has sent too many refused messages within a minute.
 */
export function recordingRefusals<Result>(
  context: Context,
  actor: Actor,
  kind: MessageKind,
  handle: () => Promise<Result>,
): Promise<Result> {
  return attempt(attemptParts(context), refusalLimits(actor, kind), async () => {
    try {
      return await handle();
    } catch (error) {
      if (error instanceof SignInError) await recordRefusal(context, actor, kind, error);
      throw error;
    }
  });
}

/** A message that was not sent or not read, because a sign-in could not start or a form was too large. */
export interface Unread {
  readonly protocol: Protocol;
  /** Key of the provider, if the protocol has several. */
  readonly provider?: string;
  readonly reason: string;
  /** Further detail for the log. */
  readonly detail?: string | undefined;
  /** Name of the message type in the protocol. */
  readonly kind: string;
  /** Message for the log. */
  readonly message: string;
}

/**
 * Logs a message that was not sent or not read. Anybody can cause this, so it is added to the audit log at most once a
 * minute per provider and reason.
 */
export async function recordUnread(context: Context, actor: Actor, unread: Unread): Promise<void> {
  const { protocol, provider, reason, detail, kind, message } = unread;
  context.log.warn({ reason, detail, provider, requestId: actor.requestId }, message);
  const recorded = { key: keyOf('unread', protocol.settings, kind, provider ?? '', reason), max: 1 };
  if (!(await beginAttempt(attemptParts(context), [recorded])).isAllowed) return;
  const after = { reason, message: kind, ...(provider !== undefined && { provider }) };
  const entry = { action: protocol.refusal, type: 'settings', id: protocol.settings, after };
  await auditedTransaction(context, actor, async () => ({ result: undefined, audit: [entry] }));
}

function recordRefusal(
  context: Context,
  actor: Actor,
  { protocol, message }: MessageKind,
  error: SignInError,
): Promise<void> {
  const after = { reason: error.code, message };
  context.log.warn({ ...after, requestId: actor.requestId }, detailOf(protocol, error));
  const entry = { action: protocol.refusal, type: 'settings', id: protocol.settings, after };
  return auditedTransaction(context, actor, async () => ({ result: undefined, audit: [entry] }));
}

/** Message for administrators about a refusal, worded for the protocol. */
export const detailOf = ({ messages }: Protocol, { code, message }: SignInError): string => messages[code] ?? message;

/**
 * Marks a message as used. Throws `replayed` if any instance of the service has already marked it. `parts` identify the
 * message. The mark is kept until `expiresAt`, in milliseconds since 1970, because an expired message is refused
 * anyway.
 */
export async function requireFirstUse(tx: Transaction, parts: readonly string[], expiresAt: number): Promise<void> {
  const row = { hash: tokenHash(JSON.stringify(parts)), expires_at: timestamp(expiresAt) };
  if ((await insertUsedMessage(tx, row)) === 0) throw refusal('replayed');
}
