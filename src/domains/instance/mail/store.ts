// The outbox. A mail is a row that is written in the transaction of the change that the mail reports, so that the mail
// is queued only if the change is committed.
import type { ExpressionBuilder } from 'kysely';
import type { Reader, Transaction } from '../../../db/database.ts';
import { forUpdateSkipLocked } from '../../../db/expressions.ts';
import type { Fact } from '../../../db/fact.ts';
import { query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Mail, OutgoingMail } from '../../../effects/mail.ts';
import { type Clock, timestamp } from '../../../kernel/clock.ts';
import type { SecretPlace, Vault } from '../../../kernel/secrets.ts';
import type { Signal } from '../../../lib/concurrency/signal.ts';
import { randomText } from '../../../lib/text/random-text.ts';

/** The parts of the context that the outbox needs. */
export interface OutboxParts {
  readonly clock: Clock;
  readonly vault: Vault;
  /** Wakes the delivery job. */
  readonly mailSignal: Signal;
  readonly baseUrl: () => string;
}

export interface QueuedMail extends Mail {
  /** Type of the mail, such as `invitation`, which appears in the log. */
  readonly kind: string;
  /** Time in milliseconds during which the mail is useful. The default and maximum is 2 days. */
  readonly lifetime?: number;
}

/** A mail that this instance is sending. `attempts` includes this attempt. */
export interface ClaimedMail {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
  readonly attempts: number;
  readonly expires_at: string;
}

const maxLifetime = 2 * 24 * 3_600_000;

export function messagePlace(id: string): SecretPlace {
  return { table: 'outbox', column: 'message', id };
}

/** Queues a mail, which is sent after the transaction commits. */
export async function queueMail(tx: Transaction, parts: OutboxParts, mail: QueuedMail): Promise<void> {
  const { clock, vault, mailSignal, baseUrl } = parts;
  const { kind, lifetime = maxLifetime, to, subject, text, html } = mail;
  const id = randomText(22);
  const now = clock.now();
  const messageId = `<${id}@${new URL(baseUrl()).hostname}>`;
  const outgoing: OutgoingMail = { to, subject, text, html, messageId, writtenAt: now };
  await tx.run((db) =>
    db.insertInto('outbox').values({
      id,
      kind,
      message: vault.seal(messagePlace(id), JSON.stringify(outgoing)),
      attempts: 0,
      next_attempt_at: timestamp(now),
      expires_at: timestamp(now + Math.min(lifetime, maxLifetime)),
    }),
  );
  tx.afterCommit(() => mailSignal.notify());
}

/** Decrypts a queued mail. Throws if the key with which the mail was encrypted is not available. */
export function openQueuedMail(vault: Vault, { id, message }: Pick<ClaimedMail, 'id' | 'message'>): OutgoingMail {
  return JSON.parse(vault.open(messagePlace(id), message));
}

const due = query<{ now: string }>()((db, { now }) =>
  db.selectFrom('outbox').select('id').where('next_attempt_at', '<=', now).where('expires_at', '>', now).limit(1),
);

const ended = query<{ now: string }>()((db, { now }) =>
  db.selectFrom('outbox').select('id').where('expires_at', '<=', now).limit(1),
);

const firstDue = query()((db) => db.selectFrom('outbox').select(({ fn }) => fn.min('next_attempt_at').as('at')));

/** Due time of the mail that has waited longest. */
export const oldestMail: Fact<string | undefined> = {
  table: 'outbox',
  read: async (reader) => (await reader.first(firstDue, {}))?.at ?? undefined,
};

/**
 * Number of attempts after which a server counts as failing and not only as busy. These attempts take about eight
 * minutes.
 */
export const manyAttempts = 4;

// Pauses grow with each attempt, so the mails with the most attempts are among those with the latest due times.
const attemptsOfLatest = query()((db) =>
  db
    .selectFrom((rows) =>
      rows.selectFrom('outbox').select('attempts').orderBy('next_attempt_at', 'desc').limit(100).as('latest'),
    )
    .select(({ fn }) => fn.max('attempts').as('attempts')),
);

/** Highest number of attempts of a queued mail. Undefined if it is less than `manyAttempts`. */
export const failingMail: Fact<number | undefined> = {
  table: 'outbox',
  read: async (reader) => {
    const attempts = (await reader.first(attemptsOfLatest, {}))?.attempts ?? 0;
    return attempts >= manyAttempts ? attempts : undefined;
  },
};

const mailCounts = query<{ before: string }>()((db, { before }) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere(isQueuedBefore(before)).as('before'),
    ]),
);

/**
 * SQL condition for mails that were queued before the instance was held. While the instance is held, it does not try to
 * send mail. So a mail with attempts was queued earlier, and the due time of any other mail is the time when it was
 * queued.
 */
const isQueuedBefore =
  (before: string) =>
  ({ eb, or }: ExpressionBuilder<Tables, 'outbox'>) =>
    or([eb('attempts', '>', 0), eb('next_attempt_at', '<', before)]);

/** Returns the number of mails that were queued before the instance was held, and the number queued since then. */
export async function mailsBefore(
  reader: Reader,
  time: string,
): Promise<{ readonly before: number; readonly since: number }> {
  const { total = 0, before = 0 } = (await reader.first(mailCounts, { before: time })) ?? {};
  return { before, since: total - before };
}

/** Deletes mails that were queued before the instance was held. Returns their number. */
export const deleteMailsBefore = (tx: Transaction, time: string): Promise<number> =>
  tx.run((db) => db.deleteFrom('outbox').where(isQueuedBefore(time)));

export async function isAnyDue(reader: Reader, now: number): Promise<boolean> {
  return (await reader.first(due, { now: timestamp(now) })) !== undefined;
}

export async function isAnyEnded(reader: Reader, now: number): Promise<boolean> {
  return (await reader.first(ended, { now: timestamp(now) })) !== undefined;
}

const nextDueForUpdate = query<{ now: string }>()((db, { now }, engine) =>
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

/**
 * Claims the mail that has waited longest. The claim lasts for the given number of milliseconds. Undefined if no
 * unexpired mail is due.
 */
export async function claimMail(tx: Transaction, now: number, milliseconds: number): Promise<ClaimedMail | undefined> {
  const row = await tx.first(nextDueForUpdate, { now: timestamp(now) });
  if (row === undefined) return undefined;
  const attempts = row.attempts + 1;
  await tx.run((db) =>
    db
      .updateTable('outbox')
      .set({ attempts, next_attempt_at: timestamp(now + milliseconds) })
      .where('id', '=', row.id),
  );
  return { ...row, attempts };
}

/** Postpones a claimed mail, unless another instance has claimed it in the meantime. */
export function postponeMail(tx: Transaction, { id, attempts }: ClaimedMail, until: number): Promise<number> {
  return tx.run((db) =>
    db
      .updateTable('outbox')
      .set({ next_attempt_at: timestamp(until) })
      .where('id', '=', id)
      .where('attempts', '=', attempts),
  );
}

export function removeMail(tx: Transaction, { id }: Pick<ClaimedMail, 'id'>): Promise<number> {
  return tx.run((db) => db.deleteFrom('outbox').where('id', '=', id));
}

const oldestEnded = query<{ now: string }>()((db, { now }) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'message', 'attempts', 'expires_at'])
    .where('expires_at', '<=', now)
    .where('next_attempt_at', '<=', now)
    .limit(100),
);

/** Expired mails that no instance is sending. */
export function endedMails(reader: Reader, now: number): Promise<readonly ClaimedMail[]> {
  return reader.rows(oldestEnded, { now: timestamp(now) });
}
