// Tests of organizations and instances that require two-factor authentication, and of organizations that shorten the
// lifetime of sessions.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import type { Client } from '../../../../test/support/client.ts';
import { documentOf, pointers } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember } from '../../../../test/support/members.ts';
import { enrol } from '../../../../test/support/one-time-codes.ts';
import { openRequest } from '../../../../test/support/raw.ts';
import { enableSso, signInBySso } from '../../../../test/support/saml/sso.ts';
import { sessionClientOf, signedIn, untilUsed } from '../../../../test/support/session.ts';
import { type Home, onEachEngine, setGeneral, type World } from '../../../../test/support/world.ts';

const minute = 60_000;

const change = ({ client, name }: Home, attributes: object) =>
  client.patch(`/organizations/${name}`, documentOf('organizations', attributes));

const mandatory = { 'collaborator-auth-policy': 'two_factor_mandatory' };

/** Creates an organization that requires two-factor authentication. Its owner uses two-factor authentication. */
const strictHome = async (world: World): Promise<Home> => {
  const home = await world.home();
  await enrol(world, home.owner);
  assert.equal((await change(home, mandatory)).status, 200);
  return home;
};

const statusesIn = async (client: Client, { name }: Home): Promise<readonly number[]> => {
  const paths = ['', '/policy-sets', '/organization-memberships', '/teams'];
  return Promise.all(paths.map(async (path) => (await client.get(`/organizations/${name}${path}`)).status));
};

onEachEngine('An owner without two-factor authentication cannot require it of others', async (world) => {
  const home = await world.home();

  const refused = await change(home, mandatory);
  await enrol(world, home.owner);
  const accepted = await change(home, mandatory);

  assert.equal(refused.status, 422);
  assert.equal(refused.body.errors[0].source.pointer, '/data/attributes/collaborator-auth-policy');
  assert.deepEqual(
    [accepted.status, accepted.body.data.attributes['collaborator-auth-policy']],
    [200, 'two_factor_mandatory'],
  );
});

onEachEngine('A member without two-factor authentication gets 401 until it is turned on', async (world) => {
  const home = await strictHome(world);
  const member = await newMember(world, home);
  const before = await statusesIn(member.client, home);
  const details = await member.client.get('/account/details');
  const list = await member.client.get('/organizations');

  await enrol(world, member);

  assert.deepEqual(before, [401, 401, 401, 401]);
  assert.deepEqual(details.body.meta['two-factor-required'].organizations, [home.name]);
  assert.deepEqual(list.body.data, []);
  assert.equal((await member.client.get(`/organizations/${home.name}`)).status, 200);
  assert.equal((await member.client.get('/account/details')).body.meta, undefined);
});

onEachEngine('Tokens of the organization and of service accounts need no second factor', async (world) => {
  const home = await strictHome(world);
  const robot = await newMember(world, home);
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('users').set({ is_service_account: 1 }).where('id', '=', robot.user.id)),
  );
  const organization = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });

  const statuses = await Promise.all(
    [organization, robot.client].map(async (client) => (await client.get(`/organizations/${home.name}`)).status),
  );

  assert.deepEqual(statuses, [200, 200]);
});

onEachEngine('Single sign-on counts as two-factor authentication if the settings say so', async (world) => {
  const home = await strictHome(world);
  const { user } = await newMember(world, home);
  const settings = await enableSso(world);
  const { browser } = await signInBySso(world, { nameId: user.email });
  const session = sessionClientOf(world.url, `tipstaff_session=${browser.cookies.get('tipstaff_session')}`);

  const inside = await session.get(`/organizations/${home.name}`);
  await settings.patch({ 'sso-satisfies-two-factor': false });
  const outside = await session.get(`/organizations/${home.name}`);

  assert.deepEqual([inside.status, outside.status], [200, 401]);
});

onEachEngine('Administrators need a second factor if the settings require it', async (world) => {
  const [one, other] = [await world.person({ isAdmin: true }), await signedIn(world, { isAdmin: true })];
  const require = (client: Client) =>
    client.patch('/admin/general-settings', documentOf('general-settings', { 'require-two-factor-for-admins': true }));

  const refused = await require(one.client);
  await enrol(world, one);
  const accepted = await require(one.client);
  const outside = await Promise.all([
    other.client.get('/admin/users'),
    other.browser.get('/admin/general-settings'),
    other.browser.post(`/admin/users/${one.user.id}/actions/impersonate`, { reason: 'a look' }),
  ]);
  const details = await other.client.get('/account/details');
  await enrol(world, other);

  assert.deepEqual([refused.status, accepted.status], [422, 200]);
  assert.deepEqual(
    outside.map(({ status, body }) => [status, body.errors[0].code]),
    outside.map(() => [401, 'two-factor-required']),
  );
  assert.equal(details.body.meta['two-factor-required']['site-administration'], true);
  assert.equal((await other.client.get('/admin/users')).status, 200);
});

onEachEngine('Under /admin/ only administrators learn that a second factor is required', async (world) => {
  await setGeneral(world.context, { 'require-two-factor-for-admins': true });
  const [admin, stranger] = [await signedIn(world, { isAdmin: true }), await signedIn(world)];
  const calls = (browser: Client) =>
    Promise.all([
      browser.get('/admin/users'),
      browser.get('/admin/users/nobody'),
      browser.get('/admin/organizations/nothing'),
      browser.post('/admin/users/nobody/actions/impersonate', { reason: 'a look' }),
      browser.post('/admin/users/actions/unimpersonate'),
    ]);

  const ofAdmin = await calls(admin.browser);
  const ofStranger = await calls(stranger.browser);

  const codes = ofAdmin.map(({ status, body }) => [status, body.errors[0].code]);
  assert.deepEqual(
    codes,
    codes.map(() => [401, 'two-factor-required']),
  );
  assert.deepEqual(
    ofStranger.map(({ status }) => status),
    ofStranger.map(() => 404),
  );
});

onEachEngine('The connection of a refused member survives a long body', async (world) => {
  const home = await world.home();
  await change(home, { 'user-tokens-enabled': false });
  const length = 1_048_576;
  const send = async (token: string) => {
    const { request, answer } = openRequest(world.url, {
      method: 'POST',
      path: `/api/v2/organizations/${home.name}/policies`,
      headers: { authorization: `Bearer ${token}`, 'content-length': length },
    });
    request.flushHeaders();
    const { status, headers } = await answer;
    const connection = headers.get('connection');
    if (connection === 'close') request.destroy();
    else request.end(Buffer.alloc(length));
    return [status, connection];
  };

  const ofMember = await send(home.owner.token);
  const ofStranger = await send('nobody');

  assert.deepEqual(
    [ofMember, ofStranger],
    [
      [401, 'keep-alive'],
      [401, 'close'],
    ],
  );
});

onEachEngine('The command line changes the requirement without two-factor authentication', async (world) => {
  const admin = await world.person({ isAdmin: true });

  await setGeneral(world.context, { 'require-two-factor-for-admins': true });
  const closed = await admin.client.get('/admin/users');
  await setGeneral(world.context, { 'require-two-factor-for-admins': false });
  const open = await admin.client.get('/admin/users');

  assert.deepEqual([closed.status, open.status], [401, 200]);
});

/**
 * Creates an organization with each of the given sets of attributes, and signs in a person who is a member of all of
 * them.
 */
const memberOf = async (world: World, ...organizations: readonly object[]) => {
  const person = await signedIn(world);
  for (const attributes of organizations) {
    const home = await world.home();
    await home.client.post(
      `/organizations/${home.name}/organization-memberships`,
      documentOf('organization-memberships', { email: person.user.email }),
    );
    assert.equal((await change(home, attributes)).status, 200);
  }
  return async () => (await person.browser.get('/account/details')).status;
};

onEachEngine("A session ends after the shortest idle timeout of the person's organizations", async (world) => {
  const status = await memberOf(
    world,
    { 'session-timeout': 60 },
    { 'session-timeout': 30 },
    { 'session-timeout': null },
  );

  world.advance(29 * minute);
  const used = await status();
  world.advance(31 * minute);
  const idle = await status();

  assert.deepEqual([used, idle], [200, 401]);
});

onEachEngine("A session ends after the shortest lifetime of the person's organizations", async (world) => {
  const status = await memberOf(world, { 'session-remember': 90 }, { 'session-remember': 1_000_000 });
  const seen: number[] = [];

  for (const minutes of [60, 29, 2]) {
    world.advance(minutes * minute);
    seen.push(await status());
  }

  assert.deepEqual(seen, [200, 200, 401]);
});

onEachEngine(
  'The list of sessions shows valid sessions only, with the expiry that the organizations set',
  async (world) => {
    const person = await signedIn(world);
    const started = world.context.clock.now();
    const other = sessionClientOf(world.url);
    await other.signIn(person.user.username);
    const listed = async () => (await person.browser.get('/account/sessions')).body.data;
    const before = await listed();
    const join = async (attributes: object) => {
      const home = await world.home();
      await home.client.post(
        `/organizations/${home.name}/organization-memberships`,
        documentOf('organization-memberships', { email: person.user.email }),
      );
      assert.equal((await change(home, attributes)).status, 200);
    };

    await join({ 'session-remember': 90, 'session-timeout': 30 });
    await join({ 'session-remember': 120 });
    const after = await listed();
    const shown = await person.browser.get('/session');
    world.advance(29 * minute);
    await person.browser.get('/account/details');
    await untilUsed(world, shown.body.data.id, world.context.clock.now() - minute);
    world.advance(2 * minute);
    const later = await listed();

    const endsOf = (rows: readonly { attributes: Record<string, string> }[]) =>
      rows.map(({ attributes }) => Math.round((Date.parse(attributes['expires-at'] ?? '') - started) / minute));
    assert.deepEqual(
      [endsOf(before), endsOf(after)],
      [
        [20_160, 20_160],
        [90, 90],
      ],
    );
    assert.deepEqual(endsOf([shown.body.data]), [90]);
    assert.deepEqual(later.length, 1);
    assert.equal(later[0].attributes['is-current'], true);
  },
);

onEachEngine('Sign-in requirements can be set when an organization is created, as in an update', async (world) => {
  await setGeneral(world.context, { 'limit-user-organization-creation': false });
  const person = await world.person();
  const create = (name: string, attributes: object) =>
    person.client.post('/organizations', documentOf('organizations', { name, email: 'a@example.com', ...attributes }));
  const times = { 'session-timeout': 30, 'session-remember': 90 };

  const refused = await create('strict', mandatory);
  const wrong = await create('wrong', {
    'session-timeout': 0,
    'session-remember': '90',
    'collaborator-auth-policy': 'x',
  });
  await enrol(world, person);
  const created = await create('strict', { ...mandatory, ...times });
  const usual = await create('usual', {});
  const shown = await person.client.get('/organizations/strict');

  assert.deepEqual([refused.status, pointers(refused)], [422, ['/data/attributes/collaborator-auth-policy']]);
  assert.deepEqual(
    [wrong.status, pointers(wrong).toSorted()],
    [
      422,
      ['collaborator-auth-policy', 'session-remember', 'session-timeout'].map((name) => `/data/attributes/${name}`),
    ],
  );
  assert.equal(created.status, 201);
  const { attributes } = shown.body.data;
  assert.deepEqual(
    [attributes['collaborator-auth-policy'], attributes['session-timeout'], attributes['session-remember']],
    ['two_factor_mandatory', 30, 90],
  );
  assert.deepEqual(
    [usual.body.data.attributes['collaborator-auth-policy'], usual.body.data.attributes['session-timeout']],
    ['password', null],
  );
  const [record] = await auditOf(world, attributes['external-id']);
  assert.deepEqual(record?.change.after, { name: 'strict', email: 'a@example.com', ...mandatory, ...times });
});

onEachEngine('Session timeouts are whole minutes or null', async (world) => {
  const home = await world.home();

  const refused = await Promise.all(
    [0, -1, 1.5, '60'].map(async (time) => (await change(home, { 'session-timeout': time })).status),
  );
  const cleared = await change(home, { 'session-remember': null });

  assert.deepEqual(refused, [422, 422, 422, 422]);
  assert.equal(cleared.body.data.attributes['session-remember'], null);
});
