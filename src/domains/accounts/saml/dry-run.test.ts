import assert from 'node:assert/strict';
import { type Browser, browserOf } from '../../../../test/support/browser.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  type AssertionSpec,
  assertionXml,
  honestResponse,
  posted,
  responseXml,
} from '../../../../test/support/saml/provider.ts';
import {
  bring,
  complete,
  enableSso,
  enterBySso,
  keys,
  reasonsIn,
  requestIn,
  specFor,
} from '../../../../test/support/saml/sso.ts';
import { settingsClient } from '../../../../test/support/settings.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { findUser } from '../users/users.ts';

const counts = query()((db) =>
  db
    .selectFrom('audit_records')
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('records'),
      selectFrom('users').select(fn.countAll<number>().as('users')).as('users'),
      selectFrom('memberships').select(fn.countAll<number>().as('members')).as('members'),
      selectFrom('saml_identities').select(fn.countAll<number>().as('identities')).as('identities'),
    ]),
);

/**
 * Stores complete settings without enabling SAML. Returns functions that change the settings and test a response
 * against them.
 */
const before = async (world: World, changes: object = {}) => {
  const { client, patch } = await settingsClient(world, 'saml-settings');
  await patch({ ...complete, enabled: false, ...changes });
  const test = async (response: string) => {
    const body = documentOf('saml-checks', { 'saml-response': response });
    const answer = await client.post('/admin/saml-settings/actions/test', body);
    assert.equal(answer.status, 200);
    return answer.body.data.attributes;
  };
  const saying = (spec: Partial<AssertionSpec> = {}): string =>
    honestResponse(specFor(world, { id: '_any' }, spec), keys);
  return { client, patch, test, saying };
};

onEachEngine(
  'Before single sign-on is enabled, an administrator can make a dry run, which changes nothing',
  async (world) => {
    const { test, saying } = await before(world);
    const home = await world.home();
    await home.client.patch(`/organizations/${home.name}`, documentOf('organizations', { 'saml-enabled': true }));
    await home.client.post(`/organizations/${home.name}/teams`, documentOf('teams', { name: 'developers' }));
    const was = await world.context.database.rows(counts, {});

    const xml = saying({ attributes: { Username: ['alice'], MemberOf: ['developers', 'site-admins'] } });
    const result = await test(xml);
    const inBase64 = await test(posted(xml));

    assert.deepEqual(result, {
      'would-sign-in': true,
      reason: null,
      detail: null,
      issuer: 'https://idp.example.com/metadata',
      'name-id': 'alice@example.com',
      account: 'created',
      username: 'alice',
      email: 'alice@example.com',
      'is-admin': true,
      'was-admin': false,
      teams: [{ organization: home.name, team: 'developers', change: 'added' }],
    });
    assert.deepEqual(inBase64, result);
    assert.deepEqual(await world.context.database.rows(counts, {}), was);
    assert.equal(await findUser(world.context, 'alice'), undefined);
  },
);

onEachEngine('The dry run shows the account that is or would be linked', async (world) => {
  const { test, saying, patch } = await before(world);
  const { user } = await world.person({ email: 'alice@example.com' });

  const linked = await test(saying());
  await patch({ enabled: true });
  await enterBySso(world);
  const known = await test(saying());

  assert.deepEqual(
    [linked.account, linked.username, known.account, known.username],
    ['linked', user.username, 'known', user.username],
  );
});

onEachEngine('The dry run shows why a sign-in would be refused', async (world) => {
  const { test, saying } = await before(world);
  await world.person({ email: 'alice@example.com', isAdmin: true });
  const unsigned = specFor(world, { id: '_any' });

  const admin = await test(saying());
  const bare = await test(responseXml(unsigned, assertionXml(unsigned)));
  const old = await test(saying({ notOnOrAfter: 0 }));
  const junk = await test('hello');

  assert.deepEqual(
    [admin, bare, old, junk].map(({ reason, detail }) => [reason, detail.length > 10]),
    [
      ['site-administrator', true],
      ['unsigned', true],
      ['expired', true],
      ['malformed', true],
    ],
  );
  assert.equal(admin['name-id'], 'alice@example.com');
  assert.deepEqual(await reasonsIn(world), []);
});

onEachEngine('Only administrators start a dry run', async (world) => {
  const { saying } = await before(world);
  const { client } = await world.person();
  const body = documentOf('saml-checks', { 'saml-response': saying() });

  const refused = await client.post('/admin/saml-settings/actions/test', body);
  const anonymous = await world.anonymous.post('/admin/saml-settings/actions/test', body);

  assert.deepEqual([refused.status, anonymous.status], [404, 401]);
});

const password = 'a lantern in the fog';

const signedIn = async (world: World, isAdmin: boolean): Promise<Browser> => {
  const { user } = await world.person({ password, isAdmin });
  const browser = browserOf(world.url);
  await browser.send(await browser.open('/sign-in'), '/sign-in', { login: user.username, password });
  return browser;
};

onEachEngine(
  'An administrator signs in at the provider for a dry run before single sign-on is enabled',
  async (world) => {
    await before(world);
    const browser = await signedIn(world, true);
    const away = await browser.send(await browser.open('/'), '/users/saml/check');
    const request = requestIn((away.headers.get('refresh') ?? '').replace('0;url=', ''));

    const answer = await bring(
      browser,
      honestResponse(specFor(world, request, { attributes: { Username: ['alice'] } }), keys),
    );

    assert.equal(answer.status, 200);
    assert.match(answer.bytes.toString(), /alice would be created/);
    assert.match(answer.bytes.toString(), /Nothing was changed/);
    assert.equal(await findUser(world.context, 'alice'), undefined);
  },
);

onEachEngine('Other people cannot start a dry run in the browser', async (world) => {
  await enableSso(world);
  const browser = await signedIn(world, false);

  const page = await browser.open('/');
  const { status } = await browser.request({
    method: 'POST',
    path: '/users/saml/check',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

  assert.ok(!page.forms.some(({ action }) => action === '/users/saml/check'));
  assert.equal(status, 404);
});

onEachEngine('A person who is no longer an administrator when the response arrives sees no result', async (world) => {
  const { client } = await enableSso(world);
  const { user } = await world.person({ password, isAdmin: true });
  const browser = browserOf(world.url);
  const start = await browser.send(await browser.open('/sign-in'), '/sign-in', { login: user.username, password });
  const away = await browser.send(start, '/users/saml/check');
  const request = requestIn((away.headers.get('refresh') ?? '').replace('0;url=', ''));
  const demoted = await client.post(`/admin/users/${user.id}/actions/revoke_admin`);

  const answer = await bring(browser, honestResponse(specFor(world, request), keys));

  assert.deepEqual([demoted.status, answer.status], [200, 403]);
  assert.deepEqual(await reasonsIn(world), ['session-over']);
});
