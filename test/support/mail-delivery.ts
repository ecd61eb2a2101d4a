// Instances that deliver mail to a test's SMTP server, and pending mails.
import assert from 'node:assert/strict';
import { query } from '../../src/db/query.ts';
import { type DeliveryParts, discardMail, mailDelivery } from '../../src/domains/instance/mail/delivery.ts';
import { type QueuedMail, queueMail } from '../../src/domains/instance/mail/store.ts';
import { newSignal } from '../../src/lib/concurrency/signal.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import type { Mailbox, Received } from './mailbox.ts';
import { serverOn } from './smtp.ts';
import type { World } from './world.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const secret = 'https://tipstaff.example.com/set-password/a-link-that-is-a-secret';

export const mail: QueuedMail = {
  kind: 'test',
  to: 'reader@example.com',
  subject: 'A link',
  text: `Here it is: ${secret}`,
  html: `<p>${secret}</p>`,
};

interface LogEntry {
  readonly level: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Returns an instance that delivers mail to the server at this port, and the instance's log. */
export const instance = ({ context }: World, port: number, others: Partial<DeliveryParts> = {}) => {
  const logged: LogEntry[] = [];
  const note = (level: string) => (details: object, message: string) =>
    void logged.push({ level, details: { ...details }, message });
  const server = serverOn(port);
  const parts: DeliveryParts = {
    ...context,
    mailSignal: newSignal(),
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    mailServer: () => server,
    discard: discardMail(context),
    ...others,
  };
  return { parts, logged, turn: () => runOnce(parts, mailDelivery(parts)) };
};

export const queue = (world: World, parts: DeliveryParts, one: QueuedMail = mail): Promise<void> =>
  world.context.database.transaction((tx) => queueMail(tx, parts, one));

export const outboxRows = query()((db) => db.selectFrom('outbox').selectAll().orderBy('id'));

export const waiting = ({ context }: World) => context.database.rows(outboxRows, {});

export const ids = (mails: readonly Received[]): readonly string[] => mails.map(({ messageId }) => messageId);

export const isEach = (mailbox: Mailbox, count: number): void => {
  assert.equal(mailbox.mails.length, count);
  assert.equal(new Set(ids(mailbox.mails)).size, count);
};
