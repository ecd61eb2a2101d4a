// The Terraform vocabulary, which existing clients use. The tests cover its differences from the reference, except for
// settings, which have separate tables.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { details, documentOf } from '../support/documents.ts';
import { newToken, verified } from '../support/oidc.ts';
import { newPolicy, newPolicySet, policyDocument } from '../support/policies.ts';
import { settingsOver } from '../support/settings.ts';
import { openSmsProvider } from '../support/sms-provider.ts';
import { smsSettings } from '../support/texting.ts';
import { onEachEngine, openWorld, type World, type WorldOptions } from '../support/world.ts';

const terraform = { environment: { TIPSTAFF_VOCABULARY: 'terraform' } };
const hosted = { environment: { ...terraform.environment, TIPSTAFF_EDITION: 'hosted' } };

const inTerraform = (sentence: string, play: (world: World) => Promise<void>, options: WorldOptions = terraform) =>
  onEachEngine(sentence, play, options);

/** Returns the values of the response headers that identify the service. */
const limitHeaders = ({ headers }: { readonly headers: Headers }) =>
  ['tfp-api-version', 'tfp-appname', 'x-tfe-version', 'x-tfe-current-version'].map((name) => headers.get(name));

/** Returns one response of each type. */
const answersOf = async ({ anonymous, person, context: { config } }: World) => {
  const { client } = await person();
  return [
    await anonymous.get('/ping'),
    await anonymous.get('/organizations'),
    await anonymous.get('/nowhere'),
    await anonymous.get('//sign-in'),
    await anonymous.get('//healthz'),
    await anonymous.get('//.well-known/jwks'),
    await client.get('/account/details'),
    await client.post('/organizations', documentOf('organizations', { name: ' ' })),
    ...(config.edition === 'all' ? [await client.get('/admin/general-settings')] : []),
  ];
};

inTerraform('Every response identifies the service', async (world) => {
  const answers = await answersOf(world);

  for (const answer of answers) {
    const [version, name, release = '', current = ''] = limitHeaders(answer);
    assert.deepEqual([version, name], ['2.6', 'Terraform Enterprise']);
    assert.match(release ?? '', /^v\d{6}-\d+$/);
    assert.match(current ?? '', /^\d+\.\d+\.\d+$/);
  }
});

inTerraform(
  'The hosted edition names itself, and has no releases',
  async (world) => {
    const answers = await answersOf(world);

    for (const answer of answers) assert.deepEqual(limitHeaders(answer), ['2.6', 'HCP Terraform', null, null]);
  },
  hosted,
);

onEachEngine('In the neutral vocabulary no response contains words of the other vocabulary', async (world) => {
  const answers = await answersOf(world);

  for (const answer of answers) assert.deepEqual(limitHeaders(answer), [null, null, null, null]);
});

test('The response to an unreadable request also identifies the service', async () => {
  await using world = await openWorld('sqlite', terraform);
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.end('nonsense\r\n\r\n');

  const answer = await text(socket);

  assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
  assert.match(answer, /\r\nx-content-type-options: nosniff\r\n/);
  assert.match(answer, /\r\ntfp-api-version: 2\.6\r\n/);
});

inTerraform('The native framework has another name, and a policy without code has no enforcement', async (world) => {
  const home = await world.home();
  const { client, name } = home;
  const created = await client.post(
    `/organizations/${name}/policies`,
    policyDocument({ name: 'cost', enforce: [{ path: 'cost.sentinel', mode: 'soft-mandatory' }] }),
  );
  const path = `/policies/${created.body.data.id}`;

  const changed = await client.patch(path, documentOf('policies', { 'enforcement-level': 'advisory' }));
  const before = await client.get(path);
  const uploaded = await client.put(`${path}/upload`, 'main = rule { true }');
  const after = await client.get(path);
  const downloaded = await client.get(`${path}/download`);

  const enforce = [{ path: 'cost.sentinel', mode: 'advisory' }];
  const shown = [created, changed, before, uploaded, after].map(({ body }) => body.data.attributes);
  assert.deepEqual(shown[0]['enforcement-level'], 'soft-mandatory');
  assert.deepEqual(
    shown.map((each) => each.enforce),
    [[], [], [], enforce, enforce],
  );
  for (const each of shown) assert.equal(each.kind, 'sentinel');
  assert.match(downloaded.headers.get('content-disposition') ?? '', /cost\.sentinel/);
});

inTerraform('Policy kinds are sent, filtered and refused with the names of this vocabulary', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}`;
  await newPolicy(home, 'a', { kind: 'sentinel' });
  await newPolicy(home, 'b', { kind: 'opa' });
  await newPolicySet(home, 'sets', { kind: 'sentinel' });

  const refused = await home.client.post(`${path}/policies`, policyDocument({ name: 'c', kind: 'native' }));
  const policies = await home.client.get(`${path}/policies?filter[kind]=sentinel`);
  const none = await home.client.get(`${path}/policies?filter[kind]=native`);
  const sets = await home.client.get(`${path}/policy-sets?filter[kind]=sentinel&include=policies`);
  const entitled = await home.client.get(`${path}/entitlement-set`);
  const plans = await home.client.get('/feature-sets');

  const names = (answer: { body: { data: { attributes: { name: string } }[] } }) =>
    answer.body.data.map(({ attributes }) => attributes.name);
  assert.deepEqual([refused.status, details(refused)], [422, ['Kind is not included in the list (sentinel, opa)']]);
  assert.deepEqual([names(policies), names(none), names(sets)], [['a'], [], ['sets']]);
  for (const { attributes } of [entitled.body.data, ...plans.body.data]) {
    assert.equal(attributes.sentinel, true);
    assert.ok(!('native' in attributes));
  }
});

inTerraform('Tokens contain the mark that scanners for leaked secrets recognize', async (world) => {
  const { user, client } = await world.person();

  const made = await client.post(`/users/${user.id}/authentication-tokens`, documentOf('authentication-tokens', {}));

  assert.match(made.body.data.attributes.token, /^[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9]{64}$/);
});

inTerraform('The claims of a workload identity token have the prefix that cloud providers expect', async (world) => {
  const token = await newToken(world);

  const claims = await verified(world, token);
  const provider = await world.anonymous.get('//.well-known/openid-configuration');

  const own = Object.keys(claims).filter((name) => name.includes('_'));
  const supported: string[] = provider.body.claims_supported;
  assert.ok(own.length > 0);
  for (const name of own) assert.match(name, /^terraform_/);
  for (const name of Object.keys(claims)) assert.ok(supported.includes(name), name);
  assert.equal(claims.terraform_full_workspace, 'organization:acme:project:Default Project:workspace:network');
});

test('The SMS provider has its own name in the settings, which only administrators see', async () => {
  await using provider = await openSmsProvider();
  const environment = { ...terraform.environment, TIPSTAFF_SMS_BASE_URL: provider.url };
  await using world = await openWorld('sqlite', { environment });
  const { client } = await world.person({ isAdmin: true });
  const { client: other } = await world.person();
  const number = documentOf('twilio-settings', { 'test-number': '+15550100' });
  await settingsOver(client, 'twilio-settings').patch(smsSettings);

  const verify = '/admin/twilio-settings/verify';
  const statuses = [
    await client.post(verify, number),
    await client.patch(verify, number),
    await other.post(verify, number),
    await other.get('/admin/twilio-settings'),
    await client.get('/admin/sms-settings'),
    await client.post('/admin/sms-settings/verify', number),
  ].map(({ status }) => status);

  assert.deepEqual(statuses, [200, 200, 404, 404, 404, 404]);
  assert.equal(provider.messages.length, 2);
});
