// Test message for the SMS settings, sent to a simulated SMS provider (reference, `sms-settings`).
import assert from 'node:assert/strict';
import { smsProvider } from '../../src/domains/instance/sms/settings.ts';
import { auditOf } from '../support/audit.ts';
import type { Client } from '../support/client.ts';
import { details } from '../support/documents.ts';
import { settingsOver } from '../support/settings.ts';
import { account, answer } from '../support/sms-provider.ts';
import { textingOnEachEngine } from '../support/texting.ts';

const number = '+15550101234';
const path = '/admin/sms-settings/verify';
const withNumber = (attributes: unknown) => ({ data: { attributes } });

const verify = (client: Client, attributes: unknown = { 'test-number': number }) =>
  client.post(path, withNumber(attributes));

textingOnEachEngine(
  'A test message is sent by POST and by PATCH, and is not stored',
  async (world, { provider, admin }) => {
    const { show } = settingsOver(admin.client, 'sms-settings');
    const before = await show();

    const answers = [await verify(admin.client), await admin.client.patch(path, withNumber({ 'test-number': number }))];

    for (const { status, bytes } of answers) assert.deepEqual([status, bytes.length], [200, 0]);
    assert.deepEqual(
      provider.messages.map(({ to, from, body }) => [to, from, body]),
      Array(2).fill([number, '+15550100000', 'Test message from Tipstaff']),
    );
    assert.deepEqual(await show(), before);
    const actions = (await auditOf(world, 'sms')).map(({ action }) => action);
    assert.deepEqual(actions, ['settings.update', 'settings.verify', 'settings.verify']);
  },
);

textingOnEachEngine('The stored token is not sent to another host', async (world, { provider, admin }) => {
  const { patch } = settingsOver(admin.client, 'sms-settings');
  const { config } = world.context;
  const moved = { ...world.context, config: { ...config, smsBaseUrl: 'https://evil.example.com' } };

  const before = await verify(admin.client);
  Object.assign(config, { smsBaseUrl: config.smsBaseUrl.replace('127.0.0.1', 'localhost') });
  const after = await verify(admin.client);
  const refused = await patch({ 'from-number': '+15550100001' });
  const again = await patch({ 'auth-token': account.token });
  const sent = await verify(admin.client);

  assert.equal(smsProvider(moved), undefined);
  assert.deepEqual([before.status, after.status, sent.status], [200, 400, 200]);
  assert.deepEqual(
    [refused.status, details(refused)],
    [422, ['Auth token must be sent again because the host has changed']],
  );
  assert.equal(again.status, 200);
  assert.equal(provider.messages.length, 2);
});

textingOnEachEngine(
  'Every invalid phone number gives 400, and nothing is sent',
  async (_world, { provider, admin }) => {
    const faults = [
      undefined,
      null,
      '',
      ' ',
      5,
      true,
      [number],
      'a number',
      '12',
      `${number}\r\n1`,
      '1'.repeat(65),
      '1\0',
    ];
    const bodies = [
      ...faults.map((fault) => withNumber({ 'test-number': fault })),
      withNumber(undefined),
      {},
      { data: null },
      [],
      'x',
      5,
      null,
    ];

    for (const body of bodies) {
      const { status } = await admin.client.post(path, body);
      assert.equal(status, 400, JSON.stringify(body));
    }
    const empty = await admin.client.request('POST', path);

    assert.equal(empty.status, 400);
    assert.deepEqual(details(empty), ['Test number is required.']);
    assert.equal(provider.messages.length, 0);
  },
);

textingOnEachEngine('While text messages are off, a test message gives 400', async (_world, { provider, admin }) => {
  await settingsOver(admin.client, 'sms-settings').patch({ enabled: false });

  const refused = await verify(admin.client);

  assert.deepEqual([refused.status, ...details(refused)], [400, 'SMS is not enabled.']);
  assert.equal(provider.messages.length, 0);
});

textingOnEachEngine(
  'A refusal by the provider gives 400 with its reason',
  async (_world, { admin }) => {
    const refused = await verify(admin.client);

    assert.equal(refused.status, 400);
    assert.deepEqual(details(refused), ['The SMS provider refused the message: No such number ***']);
  },
  (_message, response) => answer(response, 400, { code: 21211, message: `No such number ${account.token}` }),
);

textingOnEachEngine('Wrong credentials also give 400', async (_world, { admin }) => {
  await settingsOver(admin.client, 'sms-settings').patch({ 'auth-token': 'wrong' });

  const refused = await verify(admin.client);

  assert.deepEqual([refused.status, ...details(refused)], [400, 'The SMS provider refused the message: Authenticate']);
});

textingOnEachEngine('One person can send five test messages a minute', async (world, { provider, admin }) => {
  const other = await world.person({ isAdmin: true });

  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(admin.client)));
  const another = await verify(other.client);
  world.advance(60_001);
  const later = await verify(admin.client);

  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
  assert.ok(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after')) >= 1);
  assert.deepEqual([another.status, later.status], [200, 200]);
  assert.equal(provider.messages.length, 7);
});

textingOnEachEngine('Only site administrators can send test messages', async (world, { provider }) => {
  const { client } = await world.person();

  assert.equal((await verify(client)).status, 404);
  assert.equal((await verify(world.anonymous)).status, 401);
  assert.equal(provider.messages.length, 0);
});
