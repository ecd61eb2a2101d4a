// Tests of the audit stream over HTTPS, with receivers that accept, fail, delay or send wrong responses.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import {
  linesOf,
  openReceiver,
  placesFrom,
  placesIn,
  secret,
  streamOnce,
  streamTo,
  verify,
} from '../../../../test/support/audit-receiver.ts';
import { longTimeouts } from '../../../../test/support/postgres-databases.ts';
import { newServerKeyPair } from '../../../../test/support/saml/certificate.ts';
import { onEachEngine, system, type World } from '../../../../test/support/world.ts';
import { openDatabase } from '../../../db/open.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { auditedTransaction } from '../../audit/audit.ts';
import { sealWaiting } from '../../audit/verify.ts';
import { auditStreamJob } from './job.ts';
import { readStreamStatus } from './status.ts';

const record = ({ context }: World, count: number) =>
  auditedTransaction(context, system, async () => ({
    result: undefined,
    audit: Array.from({ length: count }, (_, index) => ({
      action: `thing.${index + 1}`,
      type: 'things',
      id: 'thing',
      after: { name: 'Zoë 🙂' },
    })),
  }));

const statusOf = ({ context }: World) => readStreamStatus(context.database);

/** Runs the stream after the longest retry pause. */
const streamLater = (world: World, timeout?: number) => {
  world.advance(300_000);
  return streamOnce(world, timeout);
};

const lastOf = async (world: World): Promise<number> => (await statusOf(world)).cursor?.sequence ?? 0;

onEachEngine('Every record reaches the receiver once, signed, and in the order of the chain', async (world) => {
  await using receiver = await openReceiver();
  await record(world, 1_500);
  await streamTo(world, receiver);

  await streamOnce(world);
  await record(world, 3);
  await streamOnce(world);
  const isDueAgain = await streamOnce(world);

  const lines = linesOf(receiver);
  const { cursor, behind } = await statusOf(world);
  assert.equal(isDueAgain, false);
  assert.equal(behind, 0);
  assert.ok(receiver.stored.length > 2);
  assert.ok(receiver.stored.every(({ body }) => body.length < 600_000));
  assert.deepEqual(placesIn(lines), placesFrom(1, cursor?.sequence ?? 0));
  const { fault, repeated } = await verify(lines, { head: { sequence: lines.length, hash: cursor?.hash ?? '' } });
  assert.deepEqual([fault, repeated], [null, 0]);
  for (const { signature, body } of receiver.stored) {
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    assert.equal(mac, createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
    assert.ok(Math.abs(Number(seconds) - Date.now() / 1_000) < 3_600);
  }
});

onEachEngine('A line contains the record as it is exported, and its position in the chain', async (world) => {
  await using receiver = await openReceiver();
  await record(world, 1);
  await streamTo(world, receiver);

  await streamOnce(world);

  const [line = ''] = linesOf(receiver);
  const { id, at, seal, hash, ...members } = JSON.parse(line);
  assert.ok(/^\d+$/.test(id) && Date.parse(at) > 0 && [seal, hash].every((each) => /^[0-9a-f]{64}$/.test(each)));
  assert.deepEqual(members, {
    action: 'thing.1',
    actor: { kind: 'system', id: null, name: 'test' },
    impersonator: null,
    'resource-type': 'things',
    'resource-id': 'thing',
    before: null,
    after: { name: 'Zoë 🙂' },
    'request-id': 'test',
    sequence: 1,
    token: null,
    reason: null,
    'organization-id': null,
    address: '',
    previous: null,
  });
});

onEachEngine('A receiver that is killed while receiving gets the same lines again', async (world) => {
  await using receiver = await openReceiver();
  await record(world, 20);
  await streamTo(world, receiver);
  const bodies: string[] = [];
  receiver.behave((request, _response, body) => {
    bodies.push(body);
    request.socket.destroy();
  });

  await streamOnce(world);
  const { cursor, behind } = await statusOf(world);
  receiver.behave();
  const early = await streamOnce(world);
  await streamLater(world);

  assert.deepEqual([cursor?.sequence, cursor?.failures, behind > 20], [0, 1, true]);
  assert.equal(cursor?.failure, 'The connection failed (ECONNRESET).');
  assert.equal(early, false);
  assert.equal(receiver.stored[0]?.body, bodies[0]);
  assert.equal((await statusOf(world)).cursor?.failures, 0);
});

onEachEngine('A delivery to a slow receiver is cancelled, and no request waits for it', async (world) => {
  await using receiver = await openReceiver();
  await record(world, 3);
  const { get } = await streamTo(world, receiver);
  const silent = Promise.withResolvers<void>();
  receiver.behave(() => silent.resolve());

  const turn = streamOnce(world, 2_000);
  await silent.promise;
  const meanwhile = await get();
  await turn;
  receiver.behave();
  await streamLater(world);

  assert.equal(meanwhile.status, 200);
  assert.equal((await verify(linesOf(receiver))).fault, null);
  assert.deepEqual(placesIn(linesOf(receiver)), placesFrom(1, await lastOf(world)));
});

onEachEngine(
  'Records that a receiver confirmed but did not store are detected, and can be sent again from there',
  async (world) => {
    await using receiver = await openReceiver();
    const { patch } = await streamTo(world, receiver);
    await streamOnce(world);
    const first = await lastOf(world);
    receiver.behave((_request, response) => response.writeHead(200).end('{"stored":true}'));
    await record(world, 5);
    await streamOnce(world);
    receiver.behave();
    await record(world, 5);
    await streamOnce(world);

    const { fault } = await verify(linesOf(receiver));
    const answer = await patch({ from: String(fault?.sequence) });
    await streamOnce(world);

    assert.deepEqual([fault?.sequence, fault?.line], [first + 1, first + 1]);
    assert.equal(fault?.detail, `Records ${first + 1} to ${first + 5} are missing.`);
    assert.equal(answer.status, 200);
    const repaired = await verify(linesOf(receiver));
    assert.deepEqual([repaired.fault, repaired.head?.sequence], [null, await lastOf(world)]);
  },
);

onEachEngine(
  'Every response except a complete one with a success status is a failure with its reason',
  async (world) => {
    await using receiver = await openReceiver();
    await using other = await openReceiver(newServerKeyPair({ hasAddress: false }));
    const { patch } = await streamTo(world, receiver);
    const failures: (string | null | undefined)[] = [];
    const failWith = async (behaviour: Parameters<typeof receiver.behave>[0]) => {
      receiver.behave(behaviour);
      await streamLater(world);
      failures.push((await statusOf(world)).cursor?.failure);
    };

    await failWith((_request, response) => response.writeHead(503).end(secret));
    await failWith((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    await failWith((_request, response) => response.writeHead(200).end('x'.repeat(70_000)));
    await failWith((_request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half');
      response.destroy();
    });
    await patch({ url: `https://127.0.0.1:${other.port}/`, 'ca-certificate': other.certificate });
    await failWith(undefined);
    await patch({ 'ca-certificate': receiver.certificate });
    await failWith(undefined);
    await patch({ url: 'https://169.254.169.254/' });
    await failWith(undefined);

    assert.deepEqual(failures.slice(0, 3), [
      'The receiver responded with status 503.',
      'The receiver responded with status 302. Redirects are not followed.',
      "The receiver's response is longer than 65536 bytes.",
    ]);
    assert.match(
      failures[3] ?? '',
      /^(The receiver closed the connection before its response was complete|The connection failed)/,
    );
    assert.match(failures[4] ?? '', /^The certificate of the receiver is for another name/);
    assert.match(
      failures[5] ?? '',
      /^The certificate of the receiver cannot be verified .*set ca-certificate to the certificate of that authority\.$/,
    );
    assert.match(failures[6] ?? '', /^The address of the receiver is link-local or belongs to a metadata service/);
    assert.deepEqual([receiver.stored, other.stored, await lastOf(world)], [[], [], 0]);
  },
);

onEachEngine('Of two instances only one sends, and records sent during its shutdown are sent once', async (world) => {
  await using receiver = await openReceiver();
  await using database = await openDatabase(world.context.config, longTimeouts);
  const second = { ...world.context, database };
  await record(world, 5);
  await streamTo(world, receiver);
  await sealWaiting(world.context);
  const isSending = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  receiver.behave(async (_request, response, body) => {
    isSending.resolve();
    await mayAnswer.promise;
    receiver.stored.push({ signature: '', body });
    response.writeHead(200).end();
  });

  const first = runOnce(world.context, auditStreamJob(world.context));
  await isSending.promise;
  const hasRun = await runOnce(second, auditStreamJob(second));
  mayAnswer.resolve();

  assert.deepEqual([await first, hasRun, receiver.stored.length], [true, false, 1]);
});

onEachEngine('A process that dies after the receiver accepted a batch causes duplicates, but no gap', async (world) => {
  await using receiver = await openReceiver();
  await streamTo(world, receiver);
  await streamOnce(world);
  const before = linesOf(receiver).length;
  await record(world, 7);
  await sealWaiting(world.context);
  const killed = new Error('killed');

  const { signal } = new AbortController();
  const dying = auditStreamJob(world.context).run({ signal, transaction: () => Promise.reject(killed) });
  await assert.rejects(dying, killed);
  await streamOnce(world);

  const lines = linesOf(receiver);
  const { fault, repeated } = await verify(lines);
  assert.deepEqual([fault, repeated, lines.length], [null, 7, before + 14]);
  assert.deepEqual(lines.slice(before, before + 7), lines.slice(before + 7));
});

onEachEngine(
  'A stream that was off continues at its cursor, and a new address starts where the change says',
  async (world) => {
    await using receiver = await openReceiver();
    await using other = await openReceiver();
    const { patch } = await streamTo(world, receiver);
    await streamOnce(world);
    await patch({ enabled: false });
    await record(world, 3);
    const whileOff = await streamOnce(world);
    await patch({ enabled: true });
    await streamOnce(world);
    const last = await lastOf(world);

    const url = `https://127.0.0.1:${other.port}/`;
    await patch({ url });
    await streamOnce(world);
    const moved = placesIn(linesOf(other));
    await patch({ from: 'now' });
    await sealWaiting(world.context);
    await streamOnce(world);
    await record(world, 1);
    await streamOnce(world);
    const now = placesIn(linesOf(other));
    await patch({ from: 'beginning' });
    await streamOnce(world);

    assert.equal(whileOff, false);
    assert.equal((await verify(linesOf(receiver))).fault, null);
    assert.deepEqual(placesIn(linesOf(receiver)), placesFrom(1, last));
    assert.deepEqual(moved, [last + 1]);
    assert.deepEqual(now, [last + 1, last + 3]);
    assert.deepEqual(placesIn(linesOf(other)).slice(2), placesFrom(1, await lastOf(world)));
  },
);

onEachEngine('A record that was changed in the database is not sent', async (world) => {
  await using receiver = await openReceiver();
  await record(world, 5);
  await streamTo(world, receiver);
  await sealWaiting(world.context);
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('audit_records').set({ action: 'thing.forged' }).where('sequence', '=', 3)),
  );

  await streamOnce(world);

  const { cursor } = await statusOf(world);
  assert.deepEqual(placesIn(linesOf(receiver)), [1, 2]);
  assert.match(
    cursor?.failure ?? '',
    /^Record 3 of the audit chain, .* was changed after it was sealed\. Later records/,
  );
});
