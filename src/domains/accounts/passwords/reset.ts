// A forgotten password. Who asks learns nothing, not even from the time that the answer takes: to ask is to write one
// row, and whether it names an account is for a job to find out.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { folded, maxEmailLength } from '../../../lib/text.ts';
import type { Job } from '../../../runtime/jobs.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { enqueueMail, isMailOn } from '../../instance/mail/enqueue.ts';
import { invitation, passwordReset } from '../../instance/mail/messages.ts';
import { samlSettings } from '../saml/settings.ts';
import { type Credentials, lockedCredentialsByEmail } from '../users/store.ts';
import { createPasswordLink, invitationLifetime, resetLifetime } from './links.ts';
import {
  anyIdentity,
  anyRequest,
  firstRequests,
  insertRequest,
  type RequestRow,
  recentLink,
  takeRequest,
} from './store.ts';

const everySecond = 1_000;
const batchSize = 50;
/** How long one link by mail must have been on its way before there is another, in milliseconds. */
const betweenLinks = 60_000;
/**
 * How long a new address has to be an account's before links go there, in milliseconds. A stolen token can change the
 * address; its owner is told at the one before, and has this long to take the account back.
 */
const addressChangeDelay = 7 * 24 * 3_600_000;

/** Takes note that somebody has forgotten the password of the account with this address, if there is one. */
export const requestPasswordReset = async (
  { database, clock, mailSignal }: Context,
  { requestId, address }: Actor,
  email: string,
): Promise<void> => {
  // No account has a longer one, and indexes do not take just any text.
  if (email.length > maxEmailLength) return;
  const row = { email_key: folded(email), request_id: requestId, address, requested_at: timestamp(clock.now()) };
  await database.transaction(async (tx) => {
    await insertRequest(tx, row);
    tx.afterCommit(() => mailSignal.notify());
  });
};

/** Makes the link and mails it. Who was invited and never came is invited again, and has seven days as before. */
const mailLink = async (tx: Transaction, context: Context, account: Credentials): Promise<void> => {
  const { id, username, email, activated_at } = account;
  const isInvited = activated_at === null;
  const lifetime = isInvited ? invitationLifetime : resetLifetime;
  const url = await createPasswordLink(tx, context, id, lifetime);
  await enqueueMail(
    tx,
    context,
    email,
    isInvited ? invitation({ username }, url) : passwordReset(username, url, lifetime),
  );
};

/** Whether only the identity provider lets somebody in. A password would let them in past it, when it no longer does. */
const usesSingleSignOn = async (
  tx: Transaction,
  context: Context,
  { id, password_hash }: Credentials,
): Promise<boolean> => {
  if (password_hash !== null || !samlSettings(context).enabled) return false;
  return (await tx.first(anyIdentity, { id })) !== undefined;
};

/** Why no link may go by mail, so that only the operator can help; undefined when one may. */
const skipReasonOf = async (tx: Transaction, context: Context, account: Credentials): Promise<string | undefined> => {
  const { email_changed_at } = account;
  if (!isMailOn(context)) return 'no mail to send a link with';
  if (await usesSingleSignOn(tx, context, account)) return 'an account that the identity provider lets in';
  const isAddressOld =
    email_changed_at === null || Date.parse(email_changed_at) + addressChangeDelay <= context.clock.now();
  return isAddressOld ? undefined : 'an address that is new';
};

/** Sees to one request; answers what the audit record says of it, which is nothing where there is no such account. */
const answer = async (tx: Transaction, context: Context, request: RequestRow): Promise<Audited<undefined>> => {
  const nothing = { result: undefined, audit: [] };
  if (!(await takeRequest(tx, request))) return nothing;
  const account = await tx.first(lockedCredentialsByEmail, { key: request.email_key });
  if (account === undefined || account.is_suspended === 1 || account.is_service_account === 1) return nothing;
  const { id } = account;
  const skipReason = await skipReasonOf(tx, context, account);
  if (skipReason !== undefined) {
    context.log.warn(
      { request: request.request_id, address: request.address, user: id },
      `a forgotten password, and ${skipReason}: "reeve admin reset-password" makes one`,
    );
    return nothing;
  }
  const since = timestamp(context.clock.now() - betweenLinks);
  if ((await tx.first(recentLink, { id, since })) !== undefined) return nothing;
  await mailLink(tx, context, account);
  return { result: undefined, audit: [{ action: 'user.request-password-reset', type: 'users', id }] };
};

const actorOf = ({ request_id, address }: RequestRow): Actor => ({
  identity: { kind: 'anonymous' },
  requestId: request_id,
  address,
});

/** Sees to forgotten passwords as soon as somebody asks. */
export const passwordRequests = (context: Context): Job => ({
  name: 'password-requests',
  intervalMilliseconds: everySecond,
  wakeUp: context.mailSignal,
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
});
