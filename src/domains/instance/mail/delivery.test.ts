// Tests of the outbox: a mail that is queued in a transaction is sent once, after the commit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { auditOf } from '../../../../test/support/audit.ts';
import {
  day,
  hour,
  ids,
  instance,
  isEach,
  mail,
  minute,
  outboxRows,
  queue,
  waiting,
} from '../../../../test/support/mail-delivery.ts';
import { openMailbox } from '../../../../test/support/mailbox.ts';
import { longTimeouts } from '../../../../test/support/postgres-databases.ts';
import { onEachEngine, openWorld, type World } from '../../../../test/support/world.ts';
import { openDatabase } from '../../../db/open.ts';
import { defaultTimeouts } from '../../../effects/mail.ts';
import { startJobs } from '../../../runtime/jobs/jobs.ts';
import { mailDelivery } from './delivery.ts';
import { queueMail } from './store.ts';

onEachEngine('A mail is sent once and then deleted', async (world) => {
  await using mailbox = await openMailbox();
  const { parts, turn, logged } = instance(world, mailbox.port);
  await queue(world, parts);

  const turns = [await turn(), await turn()];

  assert.deepEqual(turns, [true, false]);
  assert.equal(mailbox.mails.length, 1);
  assert.equal(mailbox.mails[0]?.text.trim(), mail.text);
  assert.match(mailbox.mails[0]?.messageId ?? '', /^<[A-Za-z0-9]{22}@127\.0\.0\.1>$/);
  assert.deepEqual(await waiting(world), []);
  assert.deepEqual(
    logged.map(({ level, message }) => [level, message]),
    [['info', 'a mail was sent']],
  );
});

onEachEngine('A mail of a rolled back change is never sent and does not wake the delivery job', async (world) => {
  await using mailbox = await openMailbox();
  const { parts, turn } = instance(world, mailbox.port);
  const heard: string[] = [];
  parts.mailSignal.subscribe(() => heard.push('rung'));

  const failing = world.context.database.transaction(async (tx) => {
    await queueMail(tx, parts, mail);
    throw new Error('not after all');
  });
  await assert.rejects(failing, /not after all/);
  const didTurn = await turn();

  assert.equal(didTurn, false);
  assert.deepEqual(heard, []);
  assert.equal(mailbox.connections(), 0);
});

onEachEngine('While a mail waits, neither its text nor its recipient can be read in the database', async (world) => {
  const { parts } = instance(world, 1);

  await queue(world, parts);

  const [row] = await waiting(world);
  const stored = JSON.stringify(row);
  assert.ok(!stored.includes('a-link-that-is-a-secret'));
  assert.ok(!stored.includes(Buffer.from('a-link-that-is-a-secret').toString('base64').slice(2, -3)));
  assert.ok(!stored.includes('reader@example.com'));
});

onEachEngine('A mail is sent immediately after the commit, without waiting for the next run', async (world) => {
  await using mailbox = await openMailbox();
  const { parts } = instance(world, mailbox.port);
  const rare = { ...mailDelivery(parts), intervalMilliseconds: hour };
  await using _jobs = startJobs(parts, [rare]);

  for (let count = 1; count <= 3; count += 1) {
    await queue(world, parts);
    await mailbox.received(count);
  }

  assert.equal(mailbox.mails.length, 3);
});

onEachEngine('With many mails and instances, each mail is sent by one instance', async (world) => {
  await using mailbox = await openMailbox();
  await using second = await openDatabase(world.context.config, longTimeouts);
  const instances = [instance(world, mailbox.port), instance(world, mailbox.port, { database: second })];
  const [{ parts }] = [instance(world, mailbox.port)];
  for (let count = 0; count < 20; count += 1) await queue(world, parts);

  // Without the job's lease, both instances send mails, so only the row locks keep them from sending the same mail.
  const signal = new AbortController().signal;
  await Promise.all(
    instances.map(({ parts: each }) => mailDelivery(each).run({ transaction: each.database.transaction, signal })),
  );

  isEach(mailbox, 20);
  // The rows are read in a transaction. Outside of a transaction, a read may return data that is up to two milliseconds
  // old.
  assert.deepEqual(await world.context.database.transaction((tx) => tx.rows(outboxRows, {})), []);
});

onEachEngine(
  'A mail that is being sent is not sent by others, and the mail of a dead process is sent again when its claim expires',
  async (world) => {
    const [received, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using mailbox = await openMailbox({
      beforeAccepting: () => {
        received.resolve();
        return gate.promise;
      },
    });
    const first = instance(world, mailbox.port);
    const second = instance(world, mailbox.port);
    await queue(world, first.parts);
    const sending = first.turn();
    await received.promise;
    world.advance(15_000);

    const meanwhile = await second.turn();
    const [row] = await waiting(world);
    gate.resolve();
    await sending;

    assert.equal(meanwhile, false);
    assert.ok(Date.parse(row?.next_attempt_at ?? '') > world.context.clock.now());
    isEach(mailbox, 1);
  },
);

test('A server that is slow to accept a mail gets it once', async () => {
  await using world = await openWorld('sqlite');
  // The pause is longer than the time limit for test messages, which is short because a person waits for them.
  await using mailbox = await openMailbox({ beforeAccepting: () => pause(defaultTimeouts.silence + 1_000) });
  const { parts, turn } = instance(world, mailbox.port);
  await queue(world, parts);

  await turn();

  isEach(mailbox, 1);
  assert.deepEqual(await waiting(world), []);
});

onEachEngine(
  'A mail that a process claimed and never finished is sent again with the same Message-ID',
  async (world) => {
    await using mailbox = await openMailbox();
    // The process dies after the server has accepted the mail and before the row is deleted. From then on, all
    // transactions of the process fail.
    const gone: World['context']['database'] = {
      ...world.context.database,
      transaction: () => Promise.reject(new Error('the process is dead')),
    };
    const dying = instance(world, mailbox.port, { database: gone });
    const next = instance(world, mailbox.port);
    await queue(world, next.parts);
    const { signal } = new AbortController();
    const turn = mailDelivery(dying.parts).run({ transaction: world.context.database.transaction, signal });
    void turn.catch(() => undefined);
    await mailbox.received(1);

    const soon = await next.turn();
    world.advance(4 * minute);
    const later = await next.turn();

    assert.deepEqual([soon, later], [false, true]);
    assert.equal(mailbox.mails.length, 2);
    assert.equal(new Set(ids(mailbox.mails)).size, 1);
    assert.deepEqual(await waiting(world), []);
  },
);

onEachEngine(
  'A mail that a server does not accept is retried after growing pauses, and given up after two days',
  async (world) => {
    await using mailbox = await openMailbox({ refuses: (address) => [450, `4.2.1 <${address}> is busy`] });
    const { parts, turn, logged } = instance(world, mailbox.port);
    await queue(world, parts);
    const [queued] = await waiting(world);
    const began = world.context.clock.now();
    const pauses: number[] = [];

    for (let isOver = false; !isOver; ) {
      await turn();
      const [row] = await waiting(world);
      isOver = row === undefined;
      const pause = Date.parse(row?.next_attempt_at ?? '') - world.context.clock.now();
      if (!isOver) pauses.push(Math.round(pause / minute));
      world.advance(isOver ? 0 : pause + 1);
    }

    const lasted = world.context.clock.now() - began;
    assert.deepEqual(pauses.slice(0, 10), [1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
    assert.ok(lasted > 2 * day - 4 * hour && lasted <= 2 * day, String(lasted / hour));
    const last = logged.at(-1);
    assert.deepEqual([last?.level, last?.message], ['warn', 'a mail could not be sent and was discarded']);
    assert.equal(last?.details.reply, '450 4.2.1 <reader@example.com> is busy');
    assert.ok(!JSON.stringify(logged).includes('a-link-that-is-a-secret'));
    assert.equal((await auditOf(world, queued?.id ?? '')).length, 1);
  },
);

onEachEngine('A mail is not retried after it expires', async (world) => {
  await using mailbox = await openMailbox();
  const { parts, turn, logged } = instance(world, mailbox.port);
  await queue(world, parts, { ...mail, lifetime: 30 * minute });
  const [queued] = await waiting(world);
  world.advance(31 * minute);

  await turn();

  assert.deepEqual(await waiting(world), []);
  assert.equal(mailbox.connections(), 0);
  assert.deepEqual(
    logged.map(({ message }) => message),
    ['a mail could not be sent and was discarded'],
  );
  const [record] = await auditOf(world, queued?.id ?? '');
  const after = { kind: 'test', to: 'reader@example.com', attempts: 0, ending: 'too-late' };
  assert.deepEqual([record?.action, record?.change.after], ['mail.give-up', after]);
});

onEachEngine('Expired mails are never sent, even if there are many', async (world) => {
  await using mailbox = await openMailbox();
  const { parts, turn, logged } = instance(world, mailbox.port);
  await world.context.database.transaction(async (tx) => {
    for (let count = 0; count < 150; count += 1) await queueMail(tx, parts, { ...mail, lifetime: 30 * minute });
  });
  world.advance(3 * day);

  await turn();

  assert.equal(mailbox.connections(), 0);
  assert.deepEqual(await waiting(world), []);
  assert.equal(logged.length, 150);
});

onEachEngine('A failing run waits for the mails that are being sent', async (world) => {
  const received = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  await using mailbox = await openMailbox({
    beforeAccepting: () => {
      received.resolve();
      return gate.promise;
    },
  });
  const { parts } = instance(world, mailbox.port);
  const { transaction } = world.context.database;
  let claims = 0;
  const failing: typeof transaction = (work) => {
    claims += 1;
    if (claims !== 2) return transaction(work);
    failed.resolve();
    return Promise.reject(new Error('the database is away'));
  };
  // There are two mails, so that a second concurrent sender also finds a mail that fails.
  for (let count = 0; count < 2; count += 1) await queue(world, parts);

  let isOver = false;
  const turn = mailDelivery(parts)
    .run({ transaction: failing, signal: new AbortController().signal })
    .finally(() => {
      isOver = true;
    });
  void turn.catch(() => undefined);
  await Promise.all([received.promise, failed.promise]);
  const wasOver = isOver;
  gate.resolve();
  await assert.rejects(turn, /the database is away/);

  assert.equal(wasOver, false);
  assert.equal((await waiting(world)).length, 2 - mailbox.mails.length);
});

onEachEngine('While mail is off nothing is sent, and an idle service does not start the job', async (world) => {
  const { parts, turn } = instance(world, 1, { mailServer: () => undefined });
  await queue(world, parts);

  const didTurn = await turn();

  assert.equal(didTurn, false);
  assert.equal((await waiting(world)).length, 1);
});

onEachEngine('A mail that cannot be decrypted does not delay other mails', async (world) => {
  await using mailbox = await openMailbox();
  const { parts, turn, logged } = instance(world, mailbox.port);
  await queue(world, parts);
  await world.context.database.transaction((tx) => tx.run((db) => db.updateTable('outbox').set({ message: 'v1.x.y' })));
  await queue(world, parts);

  await turn();

  isEach(mailbox, 1);
  assert.equal((await waiting(world)).length, 1);
  assert.ok(logged.some(({ level }) => level === 'error'));
});
