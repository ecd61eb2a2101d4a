// Password reset links sent by mail. A request writes exactly one row, whether the account exists or not. Therefore
// neither the content nor the timing of the response reveals which accounts exist. A job sends the mail later.
import { type Context, service } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newSignal } from '../../../lib/concurrency/signal.ts';
import { folded, maxEmailLength } from '../../../lib/text/text.ts';
import type { Job } from '../../../runtime/jobs/jobs.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { enqueueMail, isMailOn } from '../../instance/index.ts';
import { hasHadAddressLong } from '../addresses/addresses.ts';
import { hasSso, needsSso } from '../identity-providers/sign-in-state.ts';
import { invitation, passwordReset } from '../mails.ts';
import { createPasswordLink, invitationLifetime, resetLifetime } from '../passwords/links.ts';
import { recentLink } from '../passwords/store.ts';
import { anyIdentityOf } from '../single-sign-on/store.ts';
import { credentialsByEmailForUpdate, type StoredCredentials } from '../users/store.ts';
import { anyRequest, deleteRequest, firstRequests, insertRequest, type RequestRow } from './store.ts';

const everySecond = 1_000;
const batchSize = 50;
/** Minimum time between two links for the same account, in milliseconds. */
const betweenLinks = 60_000;

/** Wakes the job when a reset is requested. */
const requestSignal = service(() => newSignal());

/** Requests a password reset link for the account with this address. Nothing is sent if no account has the address. */
export async function requestPasswordReset(
  context: Context,
  { requestId, address }: Actor,
  email: string,
): Promise<void> {
  // No account has an address longer than `maxEmailLength`, and longer text may exceed the maximum size of an index
  // entry.
  if (email.length > maxEmailLength) return;
  const row = {
    email_key: folded(email),
    request_id: requestId,
    address,
    requested_at: timestamp(context.clock.now()),
  };
  await context.database.transaction(async (tx) => {
    await insertRequest(tx, row);
    tx.afterCommit(() => requestSignal(context).notify());
  });
}

/** Job that handles reset requests, usually within a second. */
export function passwordRequests(context: Context): Job {
  return {
    name: 'password-requests',
    intervalMilliseconds: everySecond,
    wakeUp: requestSignal(context),
    isDue: async () => (await context.database.first(anyRequest, {})) !== undefined,
    run: async ({ signal }) => {
      for (;;) {
        const requests = await context.database.rows(firstRequests, { limit: batchSize });
        for (const request of requests) {
          if (signal.aborted) return;
          await auditedTransaction(context, actorOf(request), (tx) => answer(tx, context, request));
        }
        if (requests.length < batchSize) return;
      }
    },
  };
}

const actorOf = ({ request_id, address }: RequestRow): Actor => ({
  identity: { kind: 'anonymous' },
  requestId: request_id,
  address,
});

/** Handles one reset request. The audit log gets an entry only if a link is sent. */
const answer = async (tx: Transaction, context: Context, request: RequestRow): Promise<Audited<undefined>> => {
  const nothing = { result: undefined, audit: [] };
  if (!(await deleteRequest(tx, request))) return nothing;
  const account = await tx.first(credentialsByEmailForUpdate, { key: request.email_key });
  if (account === undefined || account.is_suspended === 1 || account.is_service_account === 1) return nothing;
  const { id } = account;
  const reason = await refusalOf(tx, context, account);
  if (reason !== undefined) {
    context.log.warn(
      { request: request.request_id, address: request.address, user: id },
      `a password reset was requested, but no link was mailed because ${reason}: run "tipstaff admin reset-password" to create a link`,
    );
    return nothing;
  }
  const since = timestamp(context.clock.now() - betweenLinks);
  if ((await tx.first(recentLink, { id, since })) !== undefined) return nothing;
  await mailLink(tx, context, account);
  return { result: undefined, audit: [{ action: 'user.request-password-reset', type: 'users', id }] };
};

/** Returns the reason why no link may be mailed to the account. Undefined if a link may be mailed. */
const refusalOf = async (
  tx: Transaction,
  context: Context,
  account: StoredCredentials,
): Promise<string | undefined> => {
  const { email_proof, activated_at, is_admin } = account;
  if (!isMailOn(context)) return 'mail is off';
  if (needsSso(context) && is_admin === 0) return 'single sign-on is required';
  // An unconfirmed address is acceptable if the account was never active, because such an account belongs to the reader
  // of the mailbox.
  if (email_proof === null && activated_at !== null) return 'the e-mail address of the account is not confirmed';
  if (await usesSingleSignOn(tx, context, account)) return 'the account signs in through the identity provider';
  return hasHadAddressLong(context, account) ? undefined : 'the e-mail address of the account was changed recently';
};

/**
 * Whether the person signs in through an identity provider. With a password, the person could still sign in after the
 * provider has blocked them.
 */
const usesSingleSignOn = async (
  tx: Transaction,
  context: Context,
  { id, password_hash }: StoredCredentials,
): Promise<boolean> => {
  if (password_hash !== null || !hasSso(context)) return false;
  return (await tx.first(anyIdentityOf, { user: id })) !== undefined;
};

/** Mails a link. Somebody who never accepted an invitation is invited again, with a link that lasts seven days. */
const mailLink = async (tx: Transaction, context: Context, account: StoredCredentials): Promise<void> => {
  const { id, username, email, activated_at } = account;
  const isInvited = activated_at === null;
  const lifetime = isInvited ? invitationLifetime : resetLifetime;
  const url = await createPasswordLink(tx, context, id, { lifetime, mailedTo: email });
  const message = isInvited ? invitation({ username }, url) : passwordReset(username, url, lifetime);
  await enqueueMail(tx, context, email, message);
};
