// Tests of failed mail: the server is unreachable or refuses the mail.
import assert from 'node:assert/strict';
import { auditOf } from '../../test/support/audit.ts';
import { instance, isEach, mail, minute, queue, waiting } from '../../test/support/mail-delivery.ts';
import { nobody, openMailbox } from '../../test/support/mailbox.ts';
import { onEachEngine } from '../../test/support/world.ts';
import { mailDelivery } from '../domains/instance/mail/delivery.ts';
import { runOnce } from '../runtime/jobs/jobs.ts';

onEachEngine(
  'A mail that is refused permanently is given up immediately, with an audit record of its recipient',
  async (world) => {
    await using mailbox = await openMailbox({ refuses: nobody });
    const { parts, turn, logged } = instance(world, mailbox.port);
    await queue(world, parts);
    const [queued] = await waiting(world);

    const turns = [await turn(), await turn()];

    const records = await auditOf(world, queued?.id ?? '');
    const why = { ending: 'refused', step: 'recipient', reply: '550 5.1.1 <reader@example.com> no such mailbox' };
    assert.deepEqual(turns, [true, false]);
    assert.equal(mailbox.connections(), 1);
    assert.deepEqual(await waiting(world), []);
    assert.deepEqual(logged, [
      {
        level: 'warn',
        details: { mail: queued?.id, kind: 'test', attempts: 1, ...why },
        message: 'a mail could not be sent and was discarded',
      },
    ]);
    assert.deepEqual(
      records.map(({ action, actor, change }) => [action, actor, change]),
      [
        [
          'mail.give-up',
          { kind: 'system', name: 'service' },
          { before: null, after: { kind: 'test', to: 'reader@example.com', attempts: 1, ...why } },
        ],
      ],
    );
  },
);

onEachEngine('A refused mail does not prevent other mails from being sent', async (world) => {
  await using mailbox = await openMailbox({ refuses: (to) => (to.startsWith('gone') ? nobody(to) : undefined) });
  const { parts, turn } = instance(world, mailbox.port);
  for (const to of ['gone-1@example.com', 'one@example.com', 'gone-2@example.com', 'two@example.com']) {
    await queue(world, parts, { ...mail, to });
  }

  await turn();

  isEach(mailbox, 2);
  assert.deepEqual(mailbox.mails.flatMap(({ to }) => to).toSorted(), ['one@example.com', 'two@example.com']);
  assert.deepEqual(await waiting(world), []);
});

onEachEngine('A server that is reachable again gets the mails that were waiting', async (world) => {
  await using mailbox = await openMailbox();
  const away = instance(world, 1);
  const back = instance(world, mailbox.port);
  await queue(world, away.parts);

  await away.turn();
  const [row] = await waiting(world);
  world.advance(minute + 1_000);
  await back.turn();

  assert.equal(row?.attempts, 1);
  isEach(mailbox, 1);
});

onEachEngine('After a few failures, a server that accepts no mail is not tried again for a minute', async (world) => {
  await using mailbox = await openMailbox();
  const { parts, logged } = instance(world, 1);
  const away = parts.mailServer();
  const servers = [away];
  const job = mailDelivery({ ...parts, mailServer: () => servers.at(-1) });
  for (let count = 0; count < 12; count += 1) await queue(world, parts);

  const turns = [await runOnce(parts, job), await runOnce(parts, job)];
  const attempted = (await waiting(world)).filter(({ attempts }) => attempts > 0).length;
  world.advance(minute);
  const later = await runOnce(parts, job);
  servers.push(away && { ...away, port: mailbox.port });
  const other = await runOnce(parts, job);

  assert.deepEqual([turns, later, other], [[true, false], true, true]);
  assert.ok(attempted > 0 && attempted <= 4, String(attempted));
  assert.ok(logged.length > 0);
  assert.ok(mailbox.mails.length >= 4);
  assert.ok((await waiting(world)).every(({ attempts }) => attempts > 0));
});

onEachEngine('A server that limits concurrent connections is not treated as unreachable', async (world) => {
  await using mailbox = await openMailbox({ maxConnections: 1 });
  const { parts } = instance(world, mailbox.port);
  const job = mailDelivery(parts);
  for (let count = 0; count < 20; count += 1) await queue(world, parts);
  const areAllTried = async () => (await waiting(world)).every(({ attempts }) => attempts > 0);

  const turns: boolean[] = [];
  for (let isDone = false; !isDone; isDone = await areAllTried()) {
    turns.push(await runOnce(parts, job));
    await mailbox.left();
  }

  assert.ok(!turns.includes(false));
  assert.ok(mailbox.mails.length > 0);
});
