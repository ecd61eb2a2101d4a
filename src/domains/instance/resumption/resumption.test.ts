// Tests that an instance restored from a backup sends nothing to other systems until it is resumed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf } from '../../../../test/support/audit.ts';
import { linesOf, openReceiver, streamOnce, streamTo } from '../../../../test/support/audit-receiver.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { madeAt, markHeld } from '../../../../test/support/held.ts';
import { mailingOnEachEngine } from '../../../../test/support/mail.ts';
import { callOf, sendCall } from '../../../../test/support/run-platform.ts';
import { finishCalls, key, openStage } from '../../../../test/support/run-task-stage.ts';
import { enableSso, signInBySso } from '../../../../test/support/saml/sso.ts';
import { settingsOver } from '../../../../test/support/settings.ts';
import { textingOnEachEngine } from '../../../../test/support/texting.ts';
import { type Home, onEachEngine, openWorld } from '../../../../test/support/world.ts';
import { jobsOf } from '../../index.ts';

const path = '/admin/held-instance';

const inviting = ({ client, name }: Home, email: string) =>
  client.post(`/organizations/${name}/organization-memberships`, documentOf('organization-memberships', { email }));

test('While the instance is held, jobs that contact other systems, delete data permanently or renew keys wait, and other jobs run', async () => {
  await using world = await openWorld('sqlite');

  const waiting = jobsOf(world.context).filter(({ needsClock, waitsWhileHeld = needsClock }) => waitsWhileHeld);

  assert.deepEqual(waiting.map(({ name }) => name).toSorted(), [
    'audit-stream',
    'data-retention',
    'housekeeping',
    'mail-delivery',
    'module-archives',
    'oidc-keys',
    'policy-run-task-calls',
    'removal',
  ]);
});

mailingOnEachEngine(
  'Mail waits while the instance is held, then newer mail is sent, and mail from the backup only on request',
  async (world, { admin, delivered }) => {
    const home = await world.home();
    const invite = (email: string) => inviting(home, email);
    await invite('before@example.com');
    world.advance(1_000);
    await markHeld(world);
    await invite('since@example.com');

    const none = await delivered();
    const shown = await admin.client.get(path);
    const resumed = await admin.client.post(`${path}/actions/resume`);
    const sent = await delivered();
    const again = [await admin.client.get(path), await admin.client.post(`${path}/actions/resume`)];
    await invite('other@example.com');
    world.advance(1_000);
    await markHeld(world);
    const all = documentOf('held-instances', { 'send-waiting': true });
    const resumedWithAll = await admin.client.post(`${path}/actions/resume`, all);
    const sentToAll = await delivered();

    assert.deepEqual(none, []);
    const { 'restored-at': restoredAt, ...attributes } = shown.body.data.attributes;
    assert.ok(Date.parse(restoredAt) > 0);
    assert.deepEqual(attributes, {
      'backup-made-at': madeAt,
      'stream-records': null,
      'mails-of-backup': 1,
      'mails-since': 1,
      'run-task-calls': 0,
    });
    assert.deepEqual([resumed.status, resumedWithAll.status], [204, 204]);
    assert.deepEqual(
      [sent, sentToAll].map((mails) => mails.flatMap(({ to }) => to)),
      [['since@example.com'], ['other@example.com']],
    );
    assert.deepEqual(
      again.map(({ status }) => status),
      [404, 404],
    );
    const [record] = await auditOf(world, 'backup');
    assert.deepEqual([record?.action, record?.change.after['deleted-mails']], ['instance.resume', 1]);
    assert.equal(record?.actor.id, admin.user.id);
  },
);

onEachEngine('The audit stream waits while the instance is held, and its test is refused', async (world) => {
  await using receiver = await openReceiver();
  const { patch, client } = await streamTo(world, receiver);
  await markHeld(world);

  const ran = await streamOnce(world);
  const tested = await patch({ test: true });
  const status = await client.get(path);
  await client.post(`${path}/actions/resume`);
  const ranThen = await streamOnce(world);

  assert.deepEqual([ran, ranThen], [false, true]);
  assert.equal(tested.status, 400);
  assert.match(details(tested)[0] ?? '', /restored from a backup and is held, so it does not contact other systems/);
  assert.ok(status.body.data.attributes['stream-records'] >= 0);
  assert.ok(linesOf(receiver).length > 0);
});

textingOnEachEngine('No text message is sent while the instance is held', async (world, { provider, admin }) => {
  const number = { data: { attributes: { 'test-number': '+15550101234' } } };
  await markHeld(world);

  const refused = await admin.client.post('/admin/sms-settings/verify', number);
  await admin.client.post(`${path}/actions/resume`);
  const sent = await admin.client.post('/admin/sms-settings/verify', number);

  assert.deepEqual([refused.status, sent.status, provider.messages.length], [400, 200, 1]);
});

mailingOnEachEngine('No test mail is sent while the instance is held', async (world, { admin, mailbox }) => {
  await markHeld(world);

  const { patch } = settingsOver(admin.client, 'smtp-settings');
  const refused = await patch({ 'test-email-address': 'ada@example.com' });

  assert.deepEqual([refused.status, mailbox.mails.length], [400, 0]);
});

test('Run tasks are answered after the instance is resumed', async () => {
  await using stage = await openStage('sqlite');
  const { world, platform } = stage;
  const { client } = await world.person({ isAdmin: true });
  await markHeld(world);
  await sendCall(stage.url, key, callOf(platform));

  await finishCalls(stage);
  const before = [platform.seen.length, (await client.get(path)).body.data.attributes['run-task-calls']];
  await client.post(`${path}/actions/resume`);
  await finishCalls(stage);

  assert.deepEqual(before, [0, 1]);
  assert.ok(platform.seen.length > 0);
});

onEachEngine('A sign-out of a held instance ends no session at the identity provider', async (world) => {
  await enableSso(world);
  const { browser, answer } = await signInBySso(world);
  const start = await browser.open(answer.headers.get('location') ?? '');
  await markHeld(world);

  const out = await browser.send(start, '/sign-out');

  assert.deepEqual([out.path, out.headers.get('refresh')], ['/sign-in', null]);
});

onEachEngine('Readiness, metrics and the system page say that the instance is held', async (world) => {
  const { client } = await world.person({ isAdmin: true });
  const read = async () => ({
    ready: await world.anonymous.get('//readyz'),
    gauge: /^tipstaff_held (\d)$/m.exec((await world.anonymous.get('//metrics')).bytes.toString())?.[1],
    healthy: (await client.get('/admin/system-status')).body.data.attributes.healthy,
  });
  const before = await read();
  await markHeld(world);

  const after = await read();

  assert.deepEqual(
    [before.ready.status, before.ready.body.held, before.gauge, before.healthy],
    [200, undefined, '0', true],
  );
  assert.deepEqual([after.ready.status, after.ready.body.held, after.gauge, after.healthy], [200, true, '1', false]);
});
