// Tests an audit stream whose receiver is unreachable for a long time: no record is lost, nothing is blocked, and
// operators are informed.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  linesOf,
  openReceiver,
  placesFrom,
  placesIn,
  streamOnce,
  streamTo,
  verify,
} from '../../../../test/support/audit-receiver.ts';
import { temporaryFolder } from '../../../../test/support/temporary.ts';
import { onEachEngine, system, type World } from '../../../../test/support/world.ts';
import { factValues } from '../../../db/fact.ts';
import { NotArchived } from '../../../lib/errors/archive-errors.ts';
import { archiveRecords } from '../../audit/index.ts';
import { findingOf, judge } from '../conditions/findings.ts';
import { streamConditions } from './conditions.ts';
import { readStreamStatus, streamFact } from './status.ts';

const week = 7 * 24 * 3_600_000;
const later = '2999-01-01T00:00:00.000Z';

const archive = async ({ context }: World, file: string, others: object = {}) =>
  archiveRecords(context, system, { file, until: later, progress: () => undefined, ...others });

const findingsOf = async ({ context: { database, clock, config } }: World) => {
  const facts = factValues(new Map([[streamFact, await streamFact.read(database)]]));
  return judge(streamConditions, facts, { now: clock.now(), config }).map(findingOf);
};

onEachEngine('A receiver that is unreachable for a week loses nothing, and archiving waits for it', async (world) => {
  await using folder = await temporaryFolder();
  await using receiver = await openReceiver();
  const file = join(folder.path, 'one.archive');
  const { client } = await streamTo(world, receiver);
  receiver.behave((request) => request.socket.destroy());
  for (const days of [1, 2, 3, 4, 5, 6, 7]) {
    await streamOnce(world);
    world.advance(week / 7);
    assert.equal((await client.get('/account/details')).status, 200, `day ${days}`);
  }
  const { cursor, behind } = await readStreamStatus(world.context.database);
  const [readiness, metrics] = [await world.anonymous.get('//readyz'), await world.anonymous.get('//metrics')];
  const status = await client.get('/admin/audit-stream-status');
  const findings = await findingsOf(world);
  await assert.rejects(archive(world, file), NotArchived);
  receiver.behave();
  await streamOnce(world);
  const made = await archive(world, file);
  await streamOnce(world);

  assert.deepEqual([cursor?.failures, behind > 0, readiness.status], [7, true, 200]);
  assert.deepEqual(readiness.body.warnings, [
    `Audit records have been waiting to be sent to the audit stream since ${cursor?.startedAt} (${behind} records). No record is lost. The connection failed (ECONNRESET).`,
  ]);
  assert.match(metrics.bytes.toString(), new RegExp(`^tipstaff_audit_stream_records_behind ${behind}$`, 'm'));
  assert.match(metrics.bytes.toString(), /^tipstaff_audit_stream_failed_attempts 7$/m);
  assert.equal(status.body.data.attributes['records-behind'], behind);
  assert.equal(status.body.data.attributes.failure, 'The connection failed (ECONNRESET).');
  assert.deepEqual(
    findings.map(({ status: each }) => each),
    ['problem'],
  );
  assert.match(
    findings[0]?.detail ?? '',
    /^Audit records have been waiting .* No record is lost\. The connection failed/,
  );
  assert.equal(made.records, behind);
  const { fault, head } = await verify(linesOf(receiver));
  assert.deepEqual([fault, head?.sequence], [null, behind + 1]);
  assert.deepEqual(
    (await findingsOf(world)).map(({ status: each }) => each),
    ['ok'],
  );
});

onEachEngine(
  'Archiving waits for a stream that is about to start over, which cannot start after the next record',
  async (world) => {
    await using folder = await temporaryFolder();
    await using receiver = await openReceiver();
    const file = join(folder.path, 'one.archive');
    const { patch } = await streamTo(world, receiver);
    await streamOnce(world);
    const sent = linesOf(receiver).length;

    const beyond = await patch({ from: '4711' });
    await patch({ from: 'beginning' });

    await assert.rejects(archive(world, file), NotArchived);
    await streamOnce(world);
    assert.equal(beyond.status, 422);
    assert.deepEqual(beyond.body.errors[0].source, { pointer: '/data/attributes/from' });
    assert.equal(
      beyond.body.errors[0].detail,
      `From must be at most ${sent + 1}, the sequence number of the next record`,
    );
    assert.deepEqual(placesIn(linesOf(receiver)).slice(sent, 2 * sent), placesFrom(1, sent));
    assert.ok((await archive(world, file)).records >= sent);
  },
);

onEachEngine('Records that an operator archives before they are sent are reported as a gap', async (world) => {
  await using folder = await temporaryFolder();
  await using receiver = await openReceiver();
  const { patch } = await streamTo(world, receiver);
  await streamOnce(world);
  const sent = linesOf(receiver).length;
  receiver.behave((request) => request.socket.destroy());
  await patch({ 'ca-certificate': `${receiver.certificate}\n` });
  await streamOnce(world);
  const { head } = await archive(world, join(folder.path, 'one.archive'), { takesUnsent: true });
  receiver.behave();
  world.advance(300_000);

  await streamOnce(world);

  const { fault } = await verify(linesOf(receiver));
  assert.equal(head.sequence, sent + 1);
  assert.equal(fault?.detail, `Record ${sent + 1} is missing.`);
  const [warned, fine] = await findingsOf(world);
  assert.equal(
    warned?.detail,
    `Audit records ${sent + 1} to ${sent + 1} were archived before they were sent to the audit stream. The audit stream does not send archived records. Copy the archive file to the receiver.`,
  );
  assert.equal(fine?.status, 'ok');
  assert.deepEqual(placesIn(linesOf(receiver)).slice(sent), [sent + 2]);
  assert.deepEqual(placesIn(linesOf(receiver)).slice(0, sent), placesFrom(1, sent));
});
