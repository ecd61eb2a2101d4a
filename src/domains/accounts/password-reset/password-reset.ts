// Links by mail for people who have forgotten their passwords. A request only writes one row, whether there is such an
// account or not, so that neither the answer nor its time shows which accounts there are; a job does the rest.
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
import { type Credentials, credentialsByEmailForUpdate } from '../users/store.ts';
import { anyRequest, deleteRequest, firstRequests, insertRequest, type RequestRow } from './store.ts';

const everySecond = 1_000;
const batchSize = 50;
/** Minimum age in milliseconds of the last link before another one is sent. */
const betweenLinks = 60_000;

/** Signals a request for a link. */
const requestSignal = service(() => newSignal());

/** Requests a link for the account with this address, if there is one. */
export async function requestPasswordReset(
  context: Context,
  { requestId, address }: Actor,
  email: string,
): Promise<void> {
  // No account has a longer address, and a longer text may not fit an index.
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

/** Answers the requests within a second. */
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

/** Answers one request. There is nothing to audit unless a link is sent. */
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
      `a password reset was requested, but ${reason}: "tipstaff admin reset-password" makes a link`,
    );
    return nothing;
  }
  const since = timestamp(context.clock.now() - betweenLinks);
  if ((await tx.first(recentLink, { id, since })) !== undefined) return nothing;
  await mailLink(tx, context, account);
  return { result: undefined, audit: [{ action: 'user.request-password-reset', type: 'users', id }] };
};

/** Reason why no link may be mailed, so that only the operator can help; undefined when one may. */
const refusalOf = async (tx: Transaction, context: Context, account: Credentials): Promise<string | undefined> => {
  const { email_proof, activated_at, is_admin } = account;
  if (!isMailOn(context)) return 'mail is off';
  if (needsSso(context) && is_admin === 0) return 'single sign-on is required';
  // An account that was never active has no user yet, so it belongs to the reader of its mail.
  if (email_proof === null && activated_at !== null) return 'the e-mail address of the account is not confirmed';
  if (await usesSingleSignOn(tx, context, account)) return 'the account signs in through the identity provider';
  return hasHadAddressLong(context, account) ? undefined : 'the e-mail address of the account is new';
};

/** A password would let the person in even after the identity provider no longer does. */
const usesSingleSignOn = async (
  tx: Transaction,
  context: Context,
  { id, password_hash }: Credentials,
): Promise<boolean> => {
  if (password_hash !== null || !hasSso(context)) return false;
  return (await tx.first(anyIdentityOf, { user: id })) !== undefined;
};

/** Somebody who never accepted their invitation is invited again, with its seven days. */
const mailLink = async (tx: Transaction, context: Context, account: Credentials): Promise<void> => {
  const { id, username, email, activated_at } = account;
  const isInvited = activated_at === null;
  const lifetime = isInvited ? invitationLifetime : resetLifetime;
  const url = await createPasswordLink(tx, context, id, { lifetime, mailedTo: email });
  const message = isInvited ? invitation({ username }, url) : passwordReset(username, url, lifetime);
  await enqueueMail(tx, context, email, message);
};
