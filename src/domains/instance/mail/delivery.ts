// The job that sends the mails in the outbox.
//
// Every queued mail is either sent or given up, with a warning in the log and an audit entry. A mail is given up
// immediately if the server refuses it permanently, and otherwise after two days or when it is no longer useful. No
// mail is lost if a process dies, and two instances never send the same mail at the same time. SMTP leaves one gap: if
// the process dies or the database is unreachable between the server's acceptance and the deletion of the row, the mail
// is sent again. The second mail has the same Message-ID, by which servers and mail programs recognize the duplicate.
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import {
  connectionSteps,
  longTimeouts,
  type MailOutcome,
  type MailServer,
  type MailStep,
  sendMail,
} from '../../../effects/mail.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { serviceActor } from '../jobs/job-context.ts';
import { mailSignal } from '../services.ts';
import { mailServer } from './settings.ts';
import {
  type ClaimedMail,
  claimMail,
  endedMails,
  isAnyDue,
  isAnyEnded,
  manyAttempts,
  type OutboxParts,
  openQueuedMail,
  postponeMail,
  removeMail,
} from './store.ts';

interface Unsent {
  readonly ending: string;
  readonly step?: MailStep;
  readonly reply?: string;
  readonly reason?: string;
}

export interface DeliveryParts extends OutboxParts {
  readonly database: Database;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** Returns the mail server to use. Undefined while mail is off. */
  readonly mailServer: () => MailServer | undefined;
  /** Deletes a mail that cannot be delivered and records the reason in the audit log. */
  readonly discard: (mail: ClaimedMail, why: Unsent) => Promise<void>;
}

const second = 1_000;

const minute = 60 * second;

const maxPause = 240 * minute;

/** Maximum number of attempts to delete a sent mail. */
const maxDeletions = 10;

/** Duration of a claim in milliseconds: the maximum time for sending the mail and deleting its row. */
const claimTime = longTimeouts.opening + longTimeouts.message + 2 * maxDeletions * second;

/** Maximum number of mails that are sent at the same time. */
const lanes = 4;

/** Pause in milliseconds after the server has accepted no mail at all. */
const serverPause = minute;

/** State of the mail server as observed in one attempt: it accepted a mail, it is unavailable, or neither is known. */
type ServerState = 'accepted' | 'unavailable' | 'unknown';

/**
 * Creates the job, which sends mails as soon as they are queued. If a process dies while it sends mails, another
 * process sends these mails after the claims on them have expired.
 */
export function mailDelivery(parts: DeliveryParts): Job {
  const { clock, database, mailServer, mailSignal } = parts;
  const outage = outages(parts);
  const serverInUse = (): MailServer | undefined => {
    const server = mailServer();
    return server === undefined || outage.isOn(server) ? undefined : server;
  };
  return {
    name: 'mail-delivery',
    intervalMilliseconds: second,
    wakeUp: mailSignal,
    waitsWhileHeld: true,
    isDue: async () => {
      const now = clock.now();
      if (await isAnyEnded(database, now)) return true;
      return serverInUse() !== undefined && (await isAnyDue(database, now));
    },
    run: async (turn) => {
      if (await isAnyEnded(database, clock.now())) await giveUpEnded(parts, turn);
      const server = serverInUse();
      if (server === undefined) return;
      const sending = Array.from({ length: lanes }, () => deliverDue(parts, server, turn));
      // Waits for all concurrent senders even if one fails, because a shutdown after this run must not interrupt the
      // others.
      await Promise.allSettled(sending);
      const states = new Set((await Promise.all(sending)).flatMap((each) => [...each]));
      // A server that accepts some mails and fails for others is busy and not unavailable.
      if (states.has('unavailable') && !states.has('accepted')) outage.begin(server);
    },
  };
}

/** Deletes a mail that cannot be delivered. The audit entry contains the mail's recipient and the server's reply. */
export const discardMail =
  (context: Context): DeliveryParts['discard'] =>
  (mail, why) =>
    auditedTransaction(context, serviceActor(), async (tx) => {
      const removed = await removeMail(tx, mail);
      const { id, kind, attempts } = mail;
      const after = { kind, to: recipientOf(context, mail), attempts, ...why };
      return { result: undefined, audit: removed === 0 ? [] : [{ action: 'mail.give-up', type: 'mails', id, after }] };
    });

/** Creates the job with the mail server from the SMTP settings. */
export function deliveryJob(context: Context): Job {
  return mailDelivery({
    ...context,
    mailSignal: mailSignal(context),
    mailServer: () => mailServer(context),
    discard: discardMail(context),
  });
}

/** Recipient of a mail. Null if the mail cannot be decrypted. */
function recipientOf({ vault }: Context, mail: ClaimedMail): string | null {
  try {
    return openQueuedMail(vault, mail).to;
  } catch {
    return null;
  }
}

async function giveUpEnded(parts: DeliveryParts, { signal }: Turn): Promise<void> {
  const { database, clock } = parts;
  for (let isMore = true; isMore && !signal.aborted; ) {
    const ended = await endedMails(database, clock.now());
    for (const mail of ended) await giveUp(parts, mail, { ending: 'too-late' });
    isMore = ended.length > 0;
  }
}

/**
 * Sends due mails one by one until none is left or the server is unavailable. Returns the states of the server that the
 * attempts observed.
 */
async function deliverDue(parts: DeliveryParts, server: MailServer, turn: Turn): Promise<ReadonlySet<ServerState>> {
  const { clock, database } = parts;
  const { transaction, signal } = turn;
  const states = new Set<ServerState>();
  while (!signal.aborted && !states.has('unavailable') && (await isAnyDue(database, clock.now()))) {
    const mail = await transaction((tx) => claimMail(tx, clock.now(), claimTime));
    if (mail === undefined) return states;
    states.add(await deliver(parts, server, mail));
  }
  return states;
}

/** Sends a mail and stores the result. */
async function deliver(parts: DeliveryParts, server: MailServer, mail: ClaimedMail): Promise<ServerState> {
  const outcome = await Promise.resolve()
    .then(() => send(parts, server, mail))
    .catch((error: unknown) => {
      parts.log.error({ mail: mail.id, kind: mail.kind, error }, 'a mail could not be prepared');
      return { kind: 'unready' } as const;
    });
  if (outcome.kind !== 'accepted') {
    const { kind: ending, ...rest } = outcome;
    await postponeOrGiveUp(parts, mail, { ending, ...rest });
    return isServerFailure({ ending, ...rest }) ? 'unavailable' : 'unknown';
  }
  await removeSent(parts, mail);
  parts.log.info({ mail: mail.id, kind: mail.kind, attempts: mail.attempts }, 'a mail was sent');
  return 'accepted';
}

/**
 * Remembers a server that failed for every mail, and pauses sending through this server. The pause does not apply to
 * another server, for example after a change of the settings.
 */
function outages({ clock }: DeliveryParts) {
  let last: { readonly server: MailServer; readonly until: number } | undefined;
  return {
    begin: (server: MailServer): void => {
      last = { server, until: clock.now() + serverPause };
    },
    isOn: (server: MailServer): boolean =>
      last !== undefined && clock.now() < last.until && isDeepStrictEqual(last.server, server),
  };
}

/** Whether the failure is caused by the server or its credentials, so that every other mail would fail, too. */
function isServerFailure({ ending, step }: Unsent): boolean {
  return ending === 'credentials-refused' || (step !== undefined && connectionSteps.includes(step));
}

const send = (parts: DeliveryParts, server: MailServer, mail: ClaimedMail): Promise<MailOutcome> =>
  sendMail(server, openQueuedMail(parts.vault, mail), longTimeouts);

/**
 * Postpones a mail until its next attempt. Gives the mail up if the server refused it permanently or if it would expire
 * before the next attempt.
 */
async function postponeOrGiveUp(parts: DeliveryParts, mail: ClaimedMail, why: Unsent): Promise<void> {
  const { database, clock, log } = parts;
  const next = clock.now() + pauseAfter(mail.attempts);
  if (why.ending === 'refused' || next >= Date.parse(mail.expires_at)) return giveUp(parts, mail, why);
  await database.transaction((tx) => postponeMail(tx, mail, next));
  const level = mail.attempts < manyAttempts ? 'info' : 'warn';
  log[level](detailsOf(mail, why), 'sending a mail failed and will be retried');
}

async function giveUp({ discard, log }: DeliveryParts, mail: ClaimedMail, why: Unsent): Promise<void> {
  await discard(mail, why);
  log.warn(detailsOf(mail, why), 'a mail could not be sent and was discarded');
}

function detailsOf({ id, kind, attempts }: ClaimedMail, why: Unsent): object {
  return { mail: id, kind, attempts, ...why };
}

/**
 * Deletes a sent mail. If the row stayed, the mail would be sent again. Therefore the deletion is retried while the
 * database is unreachable.
 */
async function removeSent({ database }: DeliveryParts, mail: ClaimedMail): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.transaction((tx) => removeMail(tx, mail));
      return;
    } catch (error) {
      if (attempt === maxDeletions) throw error;
    }
    await wait(second);
  }
}

/** Pause before the next attempt in milliseconds. The pause grows from a minute to four hours. */
const pauseAfter = (attempts: number): number => Math.min(2 ** (attempts - 1) * minute, maxPause);
