// Kills the service with SIGKILL while it sends mail. Every acknowledged mail must be sent, and repeated copies of a
// mail must be recognizable as copies. `CRASH_ROUNDS` is the number of kills.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../src/context.ts';
import { query } from '../../src/db/query.ts';
import { smtp } from '../../src/domains/instance/mail/settings.ts';
import { updateSettings } from '../../src/domains/instance/settings/settings.ts';
import { type Client, clientOf } from '../support/client.ts';
import { type Environment, environmentOf, startService } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { documentOf } from '../support/documents.ts';
import { type Mailbox, nobody, openMailbox, type Received } from '../support/mailbox.ts';
import { killed, prepare, withDatabaseOf } from '../support/process.ts';
import { engines, system } from '../support/world.ts';
import { past } from './leases.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const { CRASH_ROUNDS = '5' } = process.env;
const rounds = Number(CRASH_ROUNDS);

const sendBy = (environment: Environment, { port }: Mailbox): Promise<unknown> =>
  withDatabaseOf(environment, (context) => {
    const kept = { enabled: true, host: '127.0.0.1', port, sender: 'tipstaff@example.com' };
    return updateSettings(context, system, smtp, {
      values: { stored: kept, transient: {} },
      problems: [],
      ifMatch: () => true,
    });
  });

/** Ends the claims on mails and the leases that a killed process holds. */
const letClaimsEnd = (environment: Environment): Promise<unknown> =>
  withDatabaseOf(environment, ({ database }) =>
    database.transaction(async (tx) => {
      await tx.run((db) => db.updateTable('outbox').set({ next_attempt_at: past }));
      await tx.run((db) => db.updateTable('leases').set({ expires_at: past }));
    }),
  );

const invite = async (client: Client, organization: string, email: string): Promise<void> => {
  const path = `/organizations/${organization}/organization-memberships`;
  const { status } = await client.post(path, documentOf('organization-memberships', { email }));
  assert.equal(status, 201);
};

/** Whether the mail server refuses a recipient. It refuses about a third of them. */
const isGone = (email: string): boolean => /[0369]@/.test(email);

const records = query()((db) => db.selectFrom('audit_records').select('change').where('action', '=', 'mail.give-up'));

/**
 * Returns the recipients to whom the service has stopped sending, according to the audit log. Fails unless each
 * recipient has exactly one record.
 */
const gaveUp = async ({ database }: Context): Promise<ReadonlySet<string>> => {
  const readersOf = (await database.rows(records, {})).map(({ change }) => String(JSON.parse(change).after.to));
  assert.equal(new Set(readersOf).size, readersOf.length);
  return new Set(readersOf);
};

const readers = (mails: readonly Received[]): ReadonlySet<string> => new Set(mails.flatMap(({ to }) => to));

for (const engine of engines) {
  test(`A mail that was being sent when the service was killed arrives once (${engine})`, async () => {
    await using database = await freshDatabase(engine);
    const environment = environmentOf(database);
    const { name, token } = await prepare(environment);
    const [received, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using mailbox = await openMailbox({
      beforeAccepting: () => {
        received.resolve();
        return gate.promise;
      },
    });
    await sendBy(environment, mailbox);
    const first = await startService(environment);
    await invite(clientOf(first.url, token), name, 'new@example.com');
    await received.promise;

    await killed(first);
    gate.reject(new Error('the sender is gone'));
    await letClaimsEnd(environment);
    await using healthy = await openMailbox();
    await sendBy(environment, healthy);
    await using _second = await startService(environment);
    await healthy.received(1);

    assert.deepEqual([mailbox.mails.length, healthy.mails.length], [0, 1]);
    assert.deepEqual(healthy.mails[0]?.to, ['new@example.com']);
  });

  test(`No mail is lost or given up twice, ${rounds} times, and copies of a mail have the same Message-ID (${engine})`, async (t) => {
    await using database = await freshDatabase(engine);
    const environment = environmentOf(database);
    const { name, token } = await prepare(environment);
    await using mailbox = await openMailbox({ refuses: (to) => (isGone(to) ? nobody(to) : undefined) });
    await sendBy(environment, mailbox);
    const acknowledged = new Set<string>();
    const refused = new Set<string>();

    for (let round = 0; round < rounds; round += 1) {
      const service = await startService(environment);
      const crash = new AbortController();
      const client = clientOf(service.url, token);
      const begun = Promise.withResolvers<void>();
      const writing = (async () => {
        for (let count = 0; !crash.signal.aborted; count += 1) {
          const email = `reader-${round}-${count}@example.com`;
          await invite(client, name, email);
          (isGone(email) ? refused : acknowledged).add(email);
          // The test kills the service only after the mail server has begun to accept a mail, because otherwise no mail
          // could be lost.
          if (!isGone(email)) begun.resolve();
        }
      })();
      await Promise.race([begun.promise.then(() => pause(randomInt(0, 700))), writing]);
      crash.abort();
      await killed(service);
      await writing.catch((error: unknown) => assert.ok(!(error instanceof assert.AssertionError), String(error)));
      await letClaimsEnd(environment);
    }
    await using _last = await startService(environment);
    await mailbox.until((mails) => readers(mails).isSupersetOf(acknowledged));
    await withDatabaseOf(environment, async (context) => {
      while (!(await gaveUp(context)).isSupersetOf(refused)) await pause(200);
    });

    const ids = new Map<string, Set<string>>();
    for (const { to, messageId } of mailbox.mails) {
      for (const reader of to) ids.set(reader, (ids.get(reader) ?? new Set()).add(messageId));
    }
    assert.ok(acknowledged.size > 0);
    assert.ok(![...readers(mailbox.mails)].some(isGone));
    assert.ok([...ids.values()].every(({ size }) => size === 1));
    const repeated = mailbox.mails.length - ids.size;
    assert.ok(repeated <= 4 * rounds, `${repeated} mails came again`);
    t.diagnostic(`${acknowledged.size} invitations, ${mailbox.mails.length} mails, ${repeated} of them again`);
  });
}
