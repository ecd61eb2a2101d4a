// Sends one-time codes by text message.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { SmsProvider } from '../../../effects/sms.ts';
import { badRequest, tooManyRequests } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { sendOrRefusal, smsProvider } from '../../instance/index.ts';
import { credentialsById, type StoredCredentials } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { entryFor } from './entry.ts';
import type { PersonalActor } from './proof.ts';
import { closeTextCode } from './store.ts';
import { type Issued, issueTextCode, phoneOf } from './text-codes.ts';

const alternative = 'or use a recovery code.';

/** An issued code and its account. */
interface Sending {
  readonly userId: string;
  readonly issued: Extract<Issued, { readonly kind: 'code' }>;
}

/** Issues the first code of an enrolment inside its transaction. 429 after ten codes within an hour. */
export async function issueFirstCode(tx: Transaction, context: Context, account: StoredCredentials): Promise<Sending> {
  const phone = phoneOf(account);
  if (phone === undefined) throw new Error('an enrolment without a phone');
  const issued = await issueTextCode(tx, context, phone, true);
  if (issued.kind !== 'code') throw tooMany(issued);
  return { userId: account.id, issued };
}

/**
 * Sends another code to the caller's own phone. 400 without a phone, while text messages are off, and if the provider
 * refuses. 429 if the last code is too recent.
 */
export async function sendCode(context: Context, { actor, person }: PersonalActor): Promise<void> {
  const provider = requireProvider(context);
  const issued = await issueNext(context, actor, person.id);
  if (issued === undefined)
    throw badRequest('Your second factor is not a phone, so no code can be sent by SMS.', 'wrong-state');
  if (issued.kind !== 'code') throw tooMany(issued);
  await sendIssuedCode(context, provider, { userId: person.id, issued });
}

/**
 * Sends a code during a sign-in, after the password was verified, if the account's second factor is a phone and no
 * recent code is valid. Returns a message for the page if no code will arrive.
 */
export async function offerCode(context: Context, actor: Actor, userId: string): Promise<string | undefined> {
  const provider = smsProvider(context);
  if (provider === undefined) {
    const account = await context.database.first(credentialsById, { id: userId });
    return account && phoneOf(account) && `No code can be sent by SMS: ask a site administrator, ${alternative}`;
  }
  const issued = await issueNext(context, actor, userId);
  if (issued === undefined || issued.kind === 'recent') return undefined;
  if (issued.kind === 'exhausted') return `Too many codes were sent: try again in an hour, ${alternative}`;
  const refusal = await deliver(context, provider, { userId, issued });
  return refusal && `The code could not be sent by SMS: try again, ${alternative}`;
}

/** Returns the text message provider. 400 while text messages are off. */
export function requireProvider(context: Context): SmsProvider {
  const provider = smsProvider(context);
  if (provider === undefined) throw badRequest('SMS is not enabled.', 'wrong-state');
  return provider;
}

/** Sends an issued code. 400 with the provider's message if the provider refuses. */
export async function sendIssuedCode(context: Context, provider: SmsProvider, sending: Sending): Promise<void> {
  const refusal = await deliver(context, provider, sending);
  if (refusal !== undefined) throw badRequest(refusal, 'failed-elsewhere');
}

const tooMany = ({ wait }: { readonly wait: number }) =>
  tooManyRequests('A code was sent a short while ago. Wait before you request another one.', {
    'retry-after': String(Math.ceil(wait / 1_000)),
  });

/** Issues a code. Undefined if the account's second factor is not a phone. */
const issueNext = (context: Context, actor: Actor, userId: string): Promise<Issued | undefined> =>
  auditedTransaction(context, actor, async (tx) => {
    const phone = phoneOf(await lockCredentials(tx, userId));
    const result = phone && (await issueTextCode(tx, context, phone, false));
    return { result, audit: result?.kind === 'code' ? [entryFor(userId, 'send-code')] : [] };
  });

/**
 * Sends a code through the provider. If the provider refuses, returns the reason and invalidates the code, so that
 * another can be sent immediately.
 */
const deliver = async (
  context: Context,
  provider: SmsProvider,
  { userId, issued }: Sending,
): Promise<string | undefined> => {
  const { code, phone, number } = issued;
  const { database, log } = context;
  const refusal = await sendOrRefusal(context, provider, { to: phone, text: `${code} is your code for Tipstaff.` });
  if (refusal === undefined) return undefined;
  log.warn({ user: userId, refusal }, 'a one-time code could not be sent');
  await database.transaction((tx) => closeTextCode(tx, userId, number));
  return refusal;
};
