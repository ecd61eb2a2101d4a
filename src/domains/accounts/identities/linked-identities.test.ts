import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { enableSso, enterBySso, reasonsIn, signInBySso } from '../../../../test/support/saml/sso.ts';
import { sessionClientOf } from '../../../../test/support/session.ts';
import { onEachEngine, system, tokenOf, type World } from '../../../../test/support/world.ts';
import { changeAccountStatus } from '../administration/status.ts';
import { getUser } from '../users/users.ts';

const day = 24 * 3_600_000;

const alice = { attributes: { Username: ['alice'] } };

const status = async (world: World, changes: Parameters<typeof signInBySso>[1]) =>
  (await signInBySso(world, changes)).answer.status;

/** Returns functions with which an administrator manages the identities of an account. */
const administer = async (world: World, user: string) => {
  const { client } = await world.person({ isAdmin: true });
  const path = `/admin/users/${user}/identities`;
  const list = async () => (await client.get(path)).body.data;
  const only = async () => {
    const [identity, ...others] = await list();
    assert.deepEqual(others, []);
    return identity;
  };
  const confirm = async () => client.post(`${path}/${(await only()).id}/actions/confirm`);
  const unlink = async () => client.delete(`${path}/${(await only()).id}`);
  return { client, path, list, only, confirm, unlink };
};

onEachEngine(
  'A NameID that is an e-mail address is compared regardless of case, for sign-ins and sign-outs',
  async (world) => {
    await enableSso(world);
    const { browser } = await signInBySso(world, { ...alice, nameId: 'Alice@Example.com' });
    const { id } = await getUser(world.context, 'alice');

    const again = await enterBySso(world, { nameId: 'alice@EXAMPLE.COM' });
    const opaque = await enterBySso(world, { nameId: 'AbC', attributes: { Email: ['one@example.com'] } });
    const other = await enterBySso(world, { nameId: 'aBc', attributes: { Email: ['two@example.com'] } });

    const { only } = await administer(world, id);
    assert.ok(browser.cookies.has('tipstaff_session'));
    assert.deepEqual(
      [again, opaque, other].map(({ title }) => title),
      ['Hello, alice · Tipstaff', 'Hello, one · Tipstaff', 'Hello, two · Tipstaff'],
    );
    assert.equal((await only()).attributes['name-id'], 'Alice@Example.com');
  },
);

onEachEngine(
  'Another identity with the address in an attribute replaces the link, and changes nothing else',
  async (world) => {
    await enableSso(world);
    const email = { Email: ['alice@example.com'] };
    const { browser } = await signInBySso(world, { nameId: 'first', attributes: { Username: ['alice'], ...email } });
    const { id } = await getUser(world.context, 'alice');
    const token = clientOf(world.url, await tokenOf(world.context, id));
    const session = sessionClientOf(world.url, `tipstaff_session=${browser.cookies.get('tipstaff_session')}`);

    const page = await enterBySso(world, { nameId: 'second', attributes: email });
    const asName = await status(world, { nameId: 'alice@example.com' });

    const ended = await Promise.all([token, session].map((client) => client.get('/account/details')));
    const { only } = await administer(world, id);
    const entry = (await auditOf(world, id)).findLast(({ action }) => action === 'user.link-sso');
    assert.equal(page.title, 'Hello, alice · Tipstaff');
    assert.equal((await only()).attributes['name-id'], 'second');
    assert.deepEqual(
      ended.map((answer) => answer.status),
      [401, 401],
    );
    assert.deepEqual(entry?.change.before, { 'name-id': 'first', tokens: 1, sessions: 1 });
    assert.equal(asName, 403);
    assert.deepEqual(await reasonsIn(world), ['linked-to-another']);
  },
);

onEachEngine(
  'Another identity cannot replace the link of an administrator, or of an account with a password',
  async (world) => {
    await enableSso(world, { 'groups-absent': 'none' });
    const attributes = { Email: ['boss@example.com'], MemberOf: ['site-admins'] };
    await enterBySso(world, { nameId: 'boss', attributes });
    const { user } = await world.person({ email: 'local@example.com', password: 'a lantern in the fog' });

    const boss = await status(world, { nameId: 'other', attributes });
    const local = await status(world, { nameId: 'other', attributes: { Email: [user.email] } });

    assert.deepEqual([boss, local], [403, 403]);
    assert.deepEqual(await reasonsIn(world), ['site-administrator', 'has-password']);
  },
);

onEachEngine(
  'An address can sign in to a long unused account only after an administrator confirms it',
  async (world) => {
    await enableSso(world, { 'confirm-after-unused-days': 30 });
    await enterBySso(world, alice);
    const { id } = await getUser(world.context, 'alice');
    world.advance(29 * day);
    await enterBySso(world, alice);
    world.advance(31 * day);

    const { answer } = await signInBySso(world, alice);
    const refused = [answer.status, await status(world, alice)];
    const { client, path, only, confirm } = await administer(world, id);
    const waiting = await only();
    const confirmed = await confirm();
    const twice = await client.post(`${path}/${waiting.id}/actions/confirm`);
    const page = await enterBySso(world, alice);

    assert.deepEqual(refused, [403, 403]);
    assert.match(answer.bytes.toString(), /An administrator must confirm that this account is yours/);
    assert.deepEqual(await reasonsIn(world), ['identity-to-confirm', 'identity-to-confirm']);
    assert.notEqual(waiting.attributes['to-confirm-since'], null);
    assert.deepEqual([confirmed.status, confirmed.body.data.attributes['to-confirm-since']], [200, null]);
    assert.equal(twice.status, 400);
    assert.equal(page.title, 'Hello, alice · Tipstaff');
    assert.deepEqual(
      (await auditOf(world, id)).map(({ action }) => action),
      ['user.create', 'user.link-sso', 'user.refuse-sso', 'user.confirm-sso'],
    );
  },
);

onEachEngine(
  'An account stays in use through tokens, sessions and identities that are not addresses',
  async (world) => {
    await enableSso(world);
    await enterBySso(world, alice);
    const { id } = await getUser(world.context, 'alice');
    const client = clientOf(world.url, await tokenOf(world.context, id));
    const opaque = { nameId: 'carol', attributes: { Email: ['carol@example.com'] } };
    await enterBySso(world, opaque);
    world.advance(13 * day);
    await client.get('/account/details');
    await world.person({ email: 'invited@example.com' });
    world.advance(80 * day);

    const pages = [await enterBySso(world, alice), await enterBySso(world, opaque)];
    const invited = await enterBySso(world, { nameId: 'invited@example.com' });

    assert.deepEqual(
      pages.map(({ title }) => title),
      ['Hello, alice · Tipstaff', 'Hello, carol · Tipstaff'],
    );
    assert.match(invited.title, /^Hello/);
  },
);

onEachEngine(
  'An address can neither sign in to a suspended account nor be linked to it until the account is reactivated and the identity confirmed',
  async (world) => {
    await enableSso(world);
    const { user } = await world.person({ email: 'alice@example.com' });
    const token = clientOf(world.url, await tokenOf(world.context, user.id));
    await changeAccountStatus(world.context, system, user, 'suspend');

    const suspended = await status(world, alice);
    const { confirm, only } = await administer(world, user.id);
    const tooEarly = await confirm();
    await changeAccountStatus(world.context, system, user, 'unsuspend');
    const waiting = await status(world, alice);
    const before = await token.get('/account/details');
    await confirm();
    const after = await token.get('/account/details');
    const page = await enterBySso(world, alice);

    assert.deepEqual([suspended, tooEarly.status, waiting], [403, 422, 403]);
    assert.deepEqual([before.status, after.status], [200, 401]);
    assert.equal(page.title, `Hello, ${user.username} · Tipstaff`);
    assert.equal((await only()).attributes['to-confirm-since'], null);
  },
);

onEachEngine('An administrator unlinks an identity, which ends the access that it gave', async (world) => {
  await enableSso(world);
  const person = await world.person({ email: 'alice@example.com' });
  const admins = { attributes: { MemberOf: ['site-admins'] } };
  const { browser } = await signInBySso(world, admins);
  const token = clientOf(world.url, await tokenOf(world.context, person.user.id));
  const session = sessionClientOf(world.url, `tipstaff_session=${browser.cookies.get('tipstaff_session')}`);
  const { unlink, list } = await administer(world, person.user.id);

  const { status: unlinked } = await unlink();

  const ended = await Promise.all([token, session].map((client) => client.get('/account/details')));
  const { is_admin } = await getUser(world.context, person.user.username);
  assert.deepEqual([unlinked, await list(), is_admin], [204, [], 0]);
  assert.deepEqual(
    ended.map((answer) => answer.status),
    [401, 401],
  );
  const page = await enterBySso(world, { nameId: 'other', attributes: { Email: ['alice@example.com'] } });
  assert.equal(page.title, `Hello, ${person.user.username} · Tipstaff`);
});

onEachEngine(
  'Only administrators can read the identities of an account, and identities of other accounts are not found',
  async (world) => {
    await enableSso(world);
    await enterBySso(world, alice);
    await enterBySso(world, { nameId: 'bob@example.com' });
    const { id } = await getUser(world.context, 'alice');
    const { path, only, client } = await administer(world, id);
    const other = (await client.get('/admin/users/bob/identities')).body.data[0].id;
    const { client: stranger } = await world.person();
    const own = (await only()).id;

    const answers = await Promise.all([
      stranger.get(path),
      stranger.delete(`${path}/${own}`),
      stranger.post(`${path}/${own}/actions/confirm`),
      client.delete(`${path}/${other}`),
      client.post(`${path}/${other}/actions/confirm`),
      client.post(`${path}/${own}/actions/confirm`),
    ]);

    assert.deepEqual(
      answers.map((answer) => answer.status),
      [404, 404, 404, 404, 404, 400],
    );
  },
);
