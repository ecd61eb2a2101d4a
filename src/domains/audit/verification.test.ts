import assert from 'node:assert/strict';
import { onEachEngine, system, type World } from '../../../test/support/world.ts';
import { runOnce } from '../../runtime/jobs/jobs.ts';
import { auditedTransaction } from './audit.ts';
import { sealingJob } from './sealing.ts';
import { verificationJob } from './verification.ts';

const day = 24 * 60 * 60 * 1_000;

const record = ({ context }: World, count: number) =>
  auditedTransaction(context, system, async () => ({
    result: undefined,
    audit: Array.from({ length: count }, () => ({ action: 'thing.change', type: 'things', id: 'thing-1' })),
  }));

const seal = ({ context }: World) => runOnce(context, sealingJob(context));
const verify = ({ context }: World) => runOnce(context, verificationJob(context));
const isDue = ({ context }: World) => verificationJob(context).isDue?.();

const rename = ({ context }: World, sequence: number, action: string) =>
  context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('audit_records').set({ action }).where('sequence', '=', sequence)),
  );

onEachEngine('The chain is verified while it grows, and the lists of records say how far', async (world) => {
  const admin = await world.person({ isAdmin: true });
  const chain = async () => (await admin.client.get('/admin/audit-trail?page[size]=1')).body.meta.chain;
  const untouched = await chain();
  await record(world, 1_500);
  await seal(world);

  await verify(world);
  const first = await chain();
  const wasDue = await isDue(world);
  await record(world, 1);
  await seal(world);
  const isDueAgain = await isDue(world);
  await verify(world);
  const second = await chain();

  assert.deepEqual(untouched, { 'verified-through': 0, 'verified-at': null, fault: null });
  assert.ok(first['verified-through'] >= 1_500 && Date.parse(first['verified-at']) > 0);
  assert.deepEqual([wasDue, isDueAgain], [false, true]);
  assert.deepEqual([second['verified-through'], second.fault], [first['verified-through'] + 1, null]);
});

onEachEngine('A record changed after its verification is detected by the pass on the next day', async (world) => {
  const admin = await world.person({ isAdmin: true });
  const chain = async () => (await admin.client.get('/admin/audit-trail?page[size]=1')).body.meta.chain;
  await record(world, 5);
  await seal(world);
  await verify(world);
  const { 'verified-through': through } = await chain();

  await rename(world, 3, 'thing.forged');
  await verify(world);
  const sameDay = await chain();
  world.advance(day);
  await verify(world);
  const nextDay = await chain();
  await rename(world, 3, 'thing.change');
  await verify(world);
  const repaired = await chain();

  assert.deepEqual([sameDay.fault, sameDay['verified-through']], [null, through]);
  assert.match(nextDay.fault, /^Record 3 of the audit chain, or a record before it, was changed/);
  assert.equal(nextDay['verified-through'], 2);
  assert.deepEqual([repaired.fault, repaired['verified-through']], [null, through]);
});

onEachEngine('Records cut from the end are detected', async (world) => {
  const admin = await world.person({ isAdmin: true });
  await record(world, 5);
  await seal(world);
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.deleteFrom('audit_records').where('sequence', '>=', 4)),
  );

  await verify(world);

  const { body } = await admin.client.get('/admin/audit-trail?page[size]=1');
  assert.equal(body.meta.chain['verified-through'], 3);
  assert.equal(body.meta.chain.fault, 'Record 4 of the audit chain is missing.');
});
