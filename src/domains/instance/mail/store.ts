// The outbox: a mail is a row, written in the transaction of what it tells of, so that neither is without the other.
import type { Reader, Transaction } from '../../../db/database.ts';
import { forUpdateSkipLocked } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { Mail, OutgoingMail } from '../../../effects/mail.ts';
import { type Clock, timestamp } from '../../../lib/clock.ts';
import { randomText } from '../../../lib/ids.ts';
import type { SecretPlace, Vault } from '../../../lib/secrets.ts';
import type { Signal } from '../../../lib/signal.ts';

/** What queuing a mail needs of the service. */
export interface OutboxParts {
  readonly clock: Clock;
  readonly vault: Vault;
  /** Rung when there is something to send. */
  readonly mailSignal: Signal;
  readonly baseUrl: () => string;
}

export interface QueuedMail extends Mail {
  /** What it is for, such as `invitation`: the log tells it. */
  readonly kind: string;
  /** After so many milliseconds it is of no use to anybody. */
  readonly lifetime?: number;
}

/** A mail that one instance is to send now; `attempts` counts this one. */
export interface ClaimedMail {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
  readonly attempts: number;
  readonly expires_at: string;
}

/** How long a mail is tried for, in milliseconds. */
const maxLifetime = 2 * 24 * 3_600_000;

export const messagePlace = (id: string): SecretPlace => ({ table: 'outbox', column: 'message', id });

/** Queues a mail inside a change: it is sent once that has happened, and never when it has not. */
export const queueMail = async (tx: Transaction, parts: OutboxParts, mail: QueuedMail): Promise<void> => {
  const { clock, vault, mailSignal, baseUrl } = parts;
  const { kind, lifetime = maxLifetime, to, subject, text, html } = mail;
  const id = randomText(22);
  const now = clock.now();
  const messageId = `<${id}@${new URL(baseUrl()).hostname}>`;
  const letter: OutgoingMail = { to, subject, text, html, messageId, writtenAt: now };
  await tx.run((db) =>
    db.insertInto('outbox').values({
      id,
      kind,
      message: vault.seal(messagePlace(id), JSON.stringify(letter)),
      attempts: 0,
      next_attempt_at: timestamp(now),
      expires_at: timestamp(now + Math.min(lifetime, maxLifetime)),
    }),
  );
  tx.afterCommit(() => mailSignal.notify());
};

/** What is in a row. Throws when it was sealed with another key. */
export const openQueuedMail = (vault: Vault, { id, message }: Pick<ClaimedMail, 'id' | 'message'>): OutgoingMail =>
  JSON.parse(vault.open(messagePlace(id), message));

const due = query<{ now: string }>()((db, { now }) =>
  db.selectFrom('outbox').select('id').where('next_attempt_at', '<=', now).where('expires_at', '>', now).limit(1),
);

const ended = query<{ now: string }>()((db, { now }) =>
  db.selectFrom('outbox').select('id').where('expires_at', '<=', now).limit(1),
);

export const isAnyDue = async (reader: Reader, now: number): Promise<boolean> =>
  (await reader.first(due, { now: timestamp(now) })) !== undefined;

export const isAnyEnded = async (reader: Reader, now: number): Promise<boolean> =>
  (await reader.first(ended, { now: timestamp(now) })) !== undefined;

const nextDue = query<{ now: string }>()((db, { now }, engine) =>
  forUpdateSkipLocked(
    engine,
    db
      .selectFrom('outbox')
      .select(['id', 'kind', 'message', 'attempts', 'expires_at'])
      .where('next_attempt_at', '<=', now)
      .where('expires_at', '>', now)
      .orderBy('next_attempt_at')
      .limit(1),
  ),
);

/** Takes the mail that has waited longest, for so many milliseconds; undefined when none is due that is still of use. */
export const claimMail = async (
  tx: Transaction,
  now: number,
  milliseconds: number,
): Promise<ClaimedMail | undefined> => {
  const row = await tx.first(nextDue, { now: timestamp(now) });
  if (row === undefined) return undefined;
  const attempts = row.attempts + 1;
  await tx.run((db) =>
    db
      .updateTable('outbox')
      .set({ attempts, next_attempt_at: timestamp(now + milliseconds) })
      .where('id', '=', row.id),
  );
  return { ...row, attempts };
};

/** Lets a claimed mail wait until a moment, unless somebody else has claimed it meanwhile. */
export const postponeMail = (tx: Transaction, { id, attempts }: ClaimedMail, until: number): Promise<number> =>
  tx.run((db) =>
    db
      .updateTable('outbox')
      .set({ next_attempt_at: timestamp(until) })
      .where('id', '=', id)
      .where('attempts', '=', attempts),
  );

/** Forgets a mail, and with it what it said. */
export const removeMail = (tx: Transaction, { id }: Pick<ClaimedMail, 'id'>): Promise<number> =>
  tx.run((db) => db.deleteFrom('outbox').where('id', '=', id));

const oldestEnded = query<{ now: string }>()((db, { now }) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'message', 'attempts', 'expires_at'])
    .where('expires_at', '<=', now)
    .where('next_attempt_at', '<=', now)
    .limit(100),
);

/** Mails whose time is over and that nobody is sending. */
export const endedMails = (reader: Reader, now: number): Promise<readonly ClaimedMail[]> =>
  reader.rows(oldestEnded, { now: timestamp(now) });
