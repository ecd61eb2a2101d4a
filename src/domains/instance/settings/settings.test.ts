// Tests of the rules that apply to every settings group. The values that each attribute accepts are tested in
// test/settings.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { clientOfOwner } from '../../../../test/support/members.ts';
import { newKeyPair } from '../../../../test/support/saml/certificate.ts';
import { settingsClient, settingsOver } from '../../../../test/support/settings.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const type = 'general-settings';
const path = `/admin/${type}`;
const changed = documentOf(type, { 'plan-timeout': '3h' });

onEachEngine('Only site administrators can read and change settings', async (world) => {
  const { client, organization } = await world.home();
  const admin = await settingsClient(world, type);
  const others = [client, await clientOfOwner(world, { kind: 'organization', id: organization.id })];

  for (const other of others) {
    assert.deepEqual([(await other.get(path)).status, (await other.patch(path, changed)).status], [404, 404]);
  }
  assert.deepEqual([(await world.anonymous.get(path)).status, (await world.anonymous.patch(path)).status], [401, 401]);
  assert.equal((await admin.show())['plan-timeout'], '2h');
});

onEachEngine(
  'The hosted edition has no settings, and lets everybody create organizations',
  async (world) => {
    const { get } = await settingsClient(world, type);
    const { client } = await world.person();

    const shown = await get();
    const created = await client.post(
      '/organizations',
      documentOf('organizations', { name: 'a', email: 'a@b.example' }),
    );

    assert.deepEqual([shown.status, created.status], [404, 201]);
  },
  { environment: { TIPSTAFF_EDITION: 'hosted' } },
);

onEachEngine('A change keeps the other values and returns the whole record', async (world) => {
  const { patch, show } = await settingsClient(world, type);
  await patch({ 'plan-timeout': '45m' });

  const answer = await patch({ 'apply-timeout': '90m', unknown: 1, 'plan-timeout': null });

  assert.equal(answer.status, 200);
  assert.equal(answer.body.data.attributes['plan-timeout'], '45m');
  assert.equal(answer.body.data.attributes['apply-timeout'], '90m');
  assert.deepEqual(await show(), answer.body.data.attributes);
});

onEachEngine('A change with any error is refused as a whole, and all errors are returned', async (world) => {
  const { patch, get } = await settingsClient(world, type);
  const before = await get();

  const refused = await patch({ 'plan-timeout': '3h', 'apply-timeout': '25h', 'api-rate-limit': '60' });

  assert.equal(refused.status, 422);
  assert.deepEqual(pointers(refused).toSorted(), ['/data/attributes/api-rate-limit', '/data/attributes/apply-timeout']);
  assert.deepEqual((await get()).body, before.body);
});

onEachEngine('The type may be left out or empty, but not be another', async (world) => {
  const { client } = await settingsClient(world, type);
  const attributes = { 'plan-timeout': '3h' };

  const answers = [
    await client.patch(path, { data: { attributes } }),
    await client.patch(path, { data: { type: '', id: 'other', attributes } }),
    await client.patch(path, { data: { type: 'smtp-settings', attributes } }),
    await client.patch(path, { data: { type: null, attributes } }),
    await client.patch(path, { data: { type } }),
    await client.patch(path, { data: { attributes: [] } }),
    await client.patch(path, { attributes }),
    await client.patch(path),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 422, 422, 422, 422, 422, 422],
  );
  assert.deepEqual(answers.slice(2).flatMap(pointers), [
    '/data/type',
    '/data/type',
    '/data/attributes',
    '/data/attributes',
    '/data',
    '/data',
  ]);
});

onEachEngine('A deprecated name sets the attribute unless its current name is also sent', async (world) => {
  const { patch } = await settingsClient(world, type);

  const old = await patch({ 'iac-build-worker-plan-timeout': '5m' });
  const both = await patch({ 'plan-timeout': '6m', 'iac-build-worker-plan-timeout': '7m' });
  const none = await patch({ 'plan-timeout': null, 'iac-build-worker-plan-timeout': '8m' });

  for (const [answer, value] of [
    [old, '5m'],
    [both, '6m'],
    [none, '8m'],
  ] as const) {
    assert.equal(answer.body.data.attributes['plan-timeout'], value);
    assert.equal(answer.body.data.attributes['iac-build-worker-plan-timeout'], value);
  }
});

onEachEngine('A client with an entity tag can check whether the record has changed', async (world) => {
  const { get, patch } = await settingsClient(world, type);

  const read = await get();
  const tag = read.headers.get('etag') ?? '';
  const again = await get({ 'if-none-match': tag });
  const unchanged = await patch({ 'plan-timeout': '2h' });
  const after = await patch({ 'plan-timeout': '3h' });
  const second = await get({ 'if-none-match': tag });

  assert.match(tag, /^"[^"]+"$/);
  assert.equal(again.status, 304);
  assert.equal(unchanged.headers.get('etag'), tag);
  assert.notEqual(after.headers.get('etag'), tag);
  assert.deepEqual([second.status, second.headers.get('etag')], [200, after.headers.get('etag')]);
});

onEachEngine('A change of an outdated revision changes nothing', async (world) => {
  const { get, patch, show } = await settingsClient(world, type);
  const first = (await get()).headers.get('etag') ?? '';

  const matched = await patch({ 'plan-timeout': '3h' }, { 'if-match': `"other", ${first}` });
  const stale = await patch({ 'plan-timeout': '4h' }, { 'if-match': first });
  const weak = await patch({ 'plan-timeout': '4h' }, { 'if-match': `W/${matched.headers.get('etag')}` });
  const kept = await show();
  const any = await patch({ 'plan-timeout': '5h' }, { 'if-match': '*' });

  assert.deepEqual(
    [matched, stale, weak, any].map(({ status }) => status),
    [200, 412, 412, 200],
  );
  assert.deepEqual(details(stale), [
    'The settings have changed since you read them. Read them again, then repeat the change.',
  ]);
  assert.equal(kept['plan-timeout'], '3h');
});

onEachEngine('Changes of different attributes at the same time are both stored', async (world) => {
  const one = await settingsClient(world, type);
  const other = await settingsClient(world, type);
  const minutes = Array.from({ length: 10 }, (_, index) => `${index + 1}m`);

  const answers = await Promise.all(
    minutes.flatMap((time) => [one.patch({ 'plan-timeout': time }), other.patch({ 'apply-timeout': time })]),
  );

  const { 'plan-timeout': plan, 'apply-timeout': apply } = await one.show();
  const last = answers.reduce((latest, { body }) => {
    const { attributes } = body.data;
    return attributes['plan-timeout'] === plan && attributes['apply-timeout'] === apply ? attributes : latest;
  }, undefined);
  assert.ok(answers.every(({ status }) => status === 200));
  assert.ok(last, 'no answer has shown the record as it is in the end');
  assert.notEqual(plan, '2h');
  assert.notEqual(apply, '24h');
});

onEachEngine('When several clients change the same revision, one succeeds', async (world) => {
  const { client, get } = await settingsClient(world, type);
  const tag = (await get()).headers.get('etag') ?? '';
  const { patch } = settingsOver(client, type);

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => patch({ 'plan-timeout': `${index + 1}m` }, { 'if-match': tag })),
  );

  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((less, more) => less - more),
    [200, ...Array.from({ length: 7 }, () => 412)],
  );
});

onEachEngine('The audit log contains each change, and no entry if nothing changed', async (world) => {
  const { patch } = await settingsClient(world, type);
  const earlier = (await auditOf(world, 'general')).length;

  await patch({ 'plan-timeout': '3h', 'api-rate-limiting-enabled': true });
  await patch({ 'plan-timeout': '3h' });
  await patch({ 'plan-timeout': 'soon' });

  const records = (await auditOf(world, 'general')).slice(earlier);
  assert.deepEqual(
    records.map(({ action, change }) => [action, change]),
    [['settings.update', { before: { 'plan-timeout': '2h' }, after: { 'plan-timeout': '3h' } }]],
  );
});

onEachEngine('The setting for who may create organizations takes effect immediately', async (world) => {
  const { patch } = await settingsClient(world, type);
  const { client } = await world.person();
  const create = async (name: string) =>
    (await client.post('/organizations', documentOf('organizations', { name, email: 'a@b.example' }))).status;

  const before = await create('one');
  await patch({ 'limit-user-organization-creation': false });
  const allowed = await create('two');
  await patch({ 'limit-user-organization-creation': true });
  const after = await create('three');

  assert.deepEqual([before, allowed, after], [404, 201, 404]);
});

onEachEngine('Responses say which secrets are set, but not their values', async (world) => {
  const smtp = await settingsClient(world, 'smtp-settings');
  const general = await smtp.client.get(path);

  const before = await smtp.get();
  const set = await smtp.patch({ username: 'mailer', password: 'first-secret' });
  const after = await smtp.get();
  const removed = await smtp.patch({ password: null });

  assert.equal(general.body.meta, undefined);
  const metas = [before, set, after, removed].map(({ body }) => body.meta);
  assert.deepEqual(
    metas,
    [[], ['password'], ['password'], []].map((secrets) => ({ 'set-secrets': secrets })),
  );
  assert.ok(!JSON.stringify([set.body, after.body]).includes('first-secret'));
});

onEachEngine('Single sign-on certificates are shown with their fingerprints and expiry dates', async (world) => {
  const saml = await settingsClient(world, 'saml-settings');
  const [old, current] = [newKeyPair(10), newKeyPair(20)];
  await saml.patch({ 'idp-cert': 'no certificate' });
  const none = await saml.get();

  const urls = { 'sso-endpoint-url': 'https://idp.example.com/', 'slo-endpoint-url': 'https://idp.example.com/' };
  for (const { certificate } of [old, current]) {
    assert.equal((await saml.patch({ enabled: true, 'idp-cert': certificate, ...urls })).status, 200);
  }
  const { body } = await saml.get();

  assert.deepEqual(none.body.meta.certificates, []);
  const expected = [
    { name: 'idp-cert', certificate: current.certificate },
    { name: 'old-idp-cert', certificate: old.certificate },
  ].map(({ name, certificate }) => {
    const { fingerprint256, validToDate } = new X509Certificate(certificate);
    return [name, fingerprint256, validToDate.toISOString()];
  });
  const shown = body.meta.certificates.map((each: Readonly<Record<string, string>>) => [
    each.name,
    each['sha256-fingerprint'],
    each['not-after'],
  ]);
  assert.deepEqual(shown, expected);
});
