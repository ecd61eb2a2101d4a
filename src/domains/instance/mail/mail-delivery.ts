// The job that sends what is in the outbox.
//
// What it promises: a mail whose change was committed is sent, or given up with a warning in the log and a record: at
// once when the server refuses it for good, else after two days, or when it is of no use any more. None is lost when a
// process dies. No two instances send one at the same time, and one that was accepted is not sent again, but for one gap
// that SMTP leaves: when the process dies, or the database is away for long, between the server's word that it has the
// mail and the note of it. That is one small delete; the mail then goes out again with the same Message-ID, by which
// servers and readers know it.
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../db/database.ts';
import {
  connectionSteps,
  longTimeouts,
  type MailOutcome,
  type MailServer,
  type MailStep,
  sendMail,
} from '../../../effects/mail.ts';
import type { Job, Turn } from '../../../runtime/jobs.ts';
import {
  type ClaimedMail,
  claimMail,
  endedMails,
  isAnyDue,
  isAnyEnded,
  type OutboxParts,
  openQueuedMail,
  postponeMail,
  removeMail,
} from './store.ts';

/** Why a mail was not sent. */
export interface Unsent {
  readonly ending: string;
  readonly step?: MailStep;
  readonly reply?: string;
}

export interface DeliveryParts extends OutboxParts {
  readonly database: Database;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** The server to send by; undefined while no mail is to be sent. */
  readonly mailServer: () => MailServer | undefined;
  /** Forgets a mail that will not arrive, and records that and why. */
  readonly discard: (mail: ClaimedMail, why: Unsent) => Promise<void>;
}

const second = 1_000;
const minute = 60 * second;
const maxPause = 240 * minute;
/** How often the note of a sent mail is tried. */
const maxNotes = 10;
/** How long a mail is one instance's: for as long as sending may take, and the note of it. */
const claimTime = longTimeouts.opening + longTimeouts.message + 2 * maxNotes * second;
/** How many mails are on their way at once. */
const lanes = 4;
/** How long a server is left alone that takes no mail at all. */
const serverPause = minute;

/** The pauses grow from a minute to four hours. */
const pauseAfter = (attempts: number): number => Math.min(2 ** (attempts - 1) * minute, maxPause);

/** Notes that a mail is on its way. Forgetting that would send it again, so a database that is away is waited for. */
const noteSent = async ({ database }: DeliveryParts, mail: ClaimedMail): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.transaction((tx) => removeMail(tx, mail));
      return;
    } catch (error) {
      if (attempt === maxNotes) throw error;
    }
    await wait(second);
  }
};

const detailsOf = ({ id, kind, attempts }: ClaimedMail, why: Unsent): object => ({ mail: id, kind, attempts, ...why });

const giveUp = async ({ discard, log }: DeliveryParts, mail: ClaimedMail, why: Unsent): Promise<void> => {
  await discard(mail, why);
  log.warn(detailsOf(mail, why), 'a mail was given up');
};

/** Lets a mail wait for its next attempt, or gives it up when that is of no use or would come too late. */
const noteUnsent = async (parts: DeliveryParts, mail: ClaimedMail, why: Unsent): Promise<void> => {
  const { database, clock, log } = parts;
  const next = clock.now() + pauseAfter(mail.attempts);
  if (why.ending === 'refused' || next >= Date.parse(mail.expires_at)) return giveUp(parts, mail, why);
  await database.transaction((tx) => postponeMail(tx, mail, next));
  log.info(detailsOf(mail, why), 'a mail was not sent; it is tried again');
};

/** What is wrong with the row, or with this program, must hold up neither this mail's end nor the others. */
const send = (parts: DeliveryParts, server: MailServer, mail: ClaimedMail): Promise<MailOutcome> =>
  sendMail(server, openQueuedMail(parts.vault, mail), longTimeouts);

/** Whether it would have ended so with any other mail. */
const isServerFailure = ({ ending, step }: Unsent): boolean =>
  ending === 'credentials-refused' || (step !== undefined && connectionSteps.includes(step));

/** The server that last failed for every mail alike, which is left alone for a while unless it is another one by then. */
const outages = ({ clock }: DeliveryParts) => {
  let last: { readonly server: MailServer; readonly until: number } | undefined;
  return {
    begin: (server: MailServer): void => {
      last = { server, until: clock.now() + serverPause };
    },
    isOn: (server: MailServer): boolean =>
      last !== undefined && clock.now() < last.until && isDeepStrictEqual(last.server, server),
  };
};

/** What an attempt shows of the server: it took a mail, it takes none, or nothing. */
type Sign = 'took' | 'away' | 'none';

/** Sends a mail and notes how that ended. */
const deliver = async (parts: DeliveryParts, server: MailServer, mail: ClaimedMail): Promise<Sign> => {
  const outcome = await Promise.resolve()
    .then(() => send(parts, server, mail))
    .catch((error: unknown) => {
      parts.log.error({ mail: mail.id, kind: mail.kind, error }, 'a mail could not be made ready');
      return { kind: 'unready' } as const;
    });
  if (outcome.kind !== 'accepted') {
    const { kind: ending, ...rest } = outcome;
    await noteUnsent(parts, mail, { ending, ...rest });
    return isServerFailure({ ending, ...rest }) ? 'away' : 'none';
  }
  await noteSent(parts, mail);
  parts.log.info({ mail: mail.id, kind: mail.kind, attempts: mail.attempts }, 'a mail was sent');
  return 'took';
};

/** Sends one mail after the other until none is due, or the server takes none; answers the signs that it saw. */
const deliverDue = async (parts: DeliveryParts, server: MailServer, turn: Turn): Promise<ReadonlySet<Sign>> => {
  const { clock, database } = parts;
  const { transaction, signal } = turn;
  const signs = new Set<Sign>();
  while (!signal.aborted && !signs.has('away') && (await isAnyDue(database, clock.now()))) {
    const mail = await transaction((tx) => claimMail(tx, clock.now(), claimTime));
    if (mail === undefined) return signs;
    signs.add(await deliver(parts, server, mail));
  }
  return signs;
};

const giveUpEnded = async (parts: DeliveryParts, { signal }: Turn): Promise<void> => {
  const { database, clock } = parts;
  for (let isMore = true; isMore && !signal.aborted; ) {
    const ended = await endedMails(database, clock.now());
    for (const mail of ended) await giveUp(parts, mail, { ending: 'too-late' });
    isMore = ended.length > 0;
  }
};

/** Sends mails as soon as they are queued, and those of a process that has died once its claim on them is over. */
export const mailDelivery = (parts: DeliveryParts): Job => {
  const { clock, database, mailServer, mailSignal } = parts;
  const outage = outages(parts);
  /** The server that mail can be sent by now. */
  const serverInUse = (): MailServer | undefined => {
    const server = mailServer();
    return server === undefined || outage.isOn(server) ? undefined : server;
  };
  return {
    name: 'mail-delivery',
    intervalMilliseconds: second,
    wakeUp: mailSignal,
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
      // When one fails the others are waited for all the same: what ends the service after this turn must not cut them off.
      await Promise.allSettled(sending);
      const signs = new Set((await Promise.all(sending)).flatMap((each) => [...each]));
      // Who takes some, but not so many at once, is there.
      if (signs.has('away') && !signs.has('took')) outage.begin(server);
    },
  };
};
