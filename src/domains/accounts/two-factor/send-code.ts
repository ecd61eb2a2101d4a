// Sending one-time codes by text message.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { SmsProvider } from '../../../effects/sms.ts';
import { badRequest, tooManyRequests } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { sendOrRefusal, smsProvider } from '../../instance/index.ts';
import { type Credentials, credentialsById } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { entryFor } from './entry.ts';
import type { PersonalActor } from './proof.ts';
import { closeTextCode } from './store.ts';
import { type Issued, issueTextCode, phoneOf } from './text-codes.ts';

/** The provider that codes are sent through; 400 while text messages are off. */
export const requireProvider = (context: Context): SmsProvider => {
  const provider = smsProvider(context);
  if (provider === undefined) throw badRequest('SMS is not enabled.');
  return provider;
};

/** A code that has been issued, and the account that it is for. */
interface Sending {
  readonly userId: string;
  readonly issued: Extract<Issued, { readonly kind: 'code' }>;
}

/** Hands a code over; answers what is to be told when that failed. Then the code is dead, and another may follow at once. */
const deliver = async (
  { database, log }: Context,
  provider: SmsProvider,
  { userId, issued }: Sending,
): Promise<string | undefined> => {
  const { code, phone, number } = issued;
  const refusal = await sendOrRefusal(provider, { to: phone, text: `${code} is your code for Reeve.` });
  if (refusal === undefined) return undefined;
  log.warn({ user: userId, refusal }, 'a one-time code could not be sent');
  await database.transaction((tx) => closeTextCode(tx, userId, number));
  return refusal;
};

const tooMany = ({ wait }: { readonly wait: number }) =>
  tooManyRequests('A code was sent a short while ago; wait before you ask for another one.', {
    'retry-after': String(Math.ceil(wait / 1_000)),
  });

/** Issues the first code of a new enrolment inside its change: 429 after ten codes within an hour. */
export const issueFirstCode = async (tx: Transaction, context: Context, account: Credentials): Promise<Sending> => {
  const phoned = phoneOf(account);
  if (phoned === undefined) throw new Error('an enrolment without a phone');
  const issued = await issueTextCode(tx, context, phoned, true);
  if (issued.kind !== 'code') throw tooMany(issued);
  return { userId: account.id, issued };
};

/** Sends a code that an enrolment has issued; 400 with the provider's words when it refuses. */
export const sendFirstCode = async (context: Context, provider: SmsProvider, sending: Sending): Promise<void> => {
  const refusal = await deliver(context, provider, sending);
  if (refusal !== undefined) throw badRequest(refusal);
};

/** Issues a code for who asks for one; undefined when the second factor of the account is no phone. */
const issueNext = (context: Context, actor: Actor, userId: string): Promise<Issued | undefined> =>
  auditedTransaction(context, actor, async (tx) => {
    const phoned = phoneOf(await lockCredentials(tx, userId));
    const result = phoned && (await issueTextCode(tx, context, phoned, false));
    return { result, audit: result?.kind === 'code' ? [entryFor(userId, 'send-code')] : [] };
  });

/** Sends another code to one's own phone. 400 without one, while text messages are off, and when the provider refuses; 429 too soon after the last. */
export const sendCode = async (context: Context, { actor, person }: PersonalActor): Promise<void> => {
  const provider = requireProvider(context);
  const issued = await issueNext(context, actor, person.id);
  if (issued === undefined) throw badRequest('Two-factor authentication does not use SMS.');
  if (issued.kind !== 'code') throw tooMany(issued);
  await sendFirstCode(context, provider, { userId: person.id, issued });
};

const needless = 'or use a recovery code.';

/**
 * Sends a code to who has given the right password, if the second factor of the account is a phone and no code is on
 * its way. Answers what is to be told when there is none to wait for.
 */
export const offerCode = async (context: Context, actor: Actor, userId: string): Promise<string | undefined> => {
  const provider = smsProvider(context);
  if (provider === undefined) {
    const account = await context.database.first(credentialsById, { id: userId });
    return account && phoneOf(account) && `None can be sent by SMS: ask a site administrator, ${needless}`;
  }
  const issued = await issueNext(context, actor, userId);
  if (issued === undefined || issued.kind === 'recent') return undefined;
  if (issued.kind === 'exhausted') return `Too many were sent: try again in an hour, ${needless}`;
  const refusal = await deliver(context, provider, { userId, issued });
  return refusal && `None could be sent by SMS: try again, ${needless}`;
};
