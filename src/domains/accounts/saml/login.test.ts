import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { browserOf } from '../../../../test/support/browser.ts';
import { honestResponse } from '../../../../test/support/saml/provider.ts';
import {
  bring,
  enableSso,
  enterBySso,
  keys,
  reasonsIn,
  signInBySso,
  specFor,
  startLogin,
} from '../../../../test/support/saml/sso.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { findUser, getUser } from '../users/users.ts';

const accountOf = ({ context }: World, name: string) => getUser(context, name);

onEachEngine('The first sign-in of a person creates an account, which later sign-ins use', async (world) => {
  await enableSso(world);

  const first = await enterBySso(world, { attributes: { Username: ['alice'] } });
  const { id } = await accountOf(world, 'alice');
  const second = await enterBySso(world, { attributes: { Username: ['renamed'], Email: ['new@example.com'] } });

  const actions = (await auditOf(world, id)).map(({ action, actor }) => [action, actor.name]);
  assert.deepEqual(
    [first.path, first.title, second.title],
    ['/', 'Hello, alice · Tipstaff', 'Hello, alice · Tipstaff'],
  );
  assert.equal((await accountOf(world, 'alice')).email, 'alice@example.com');
  assert.match(first.text, /You are signed in as alice\./);
  assert.deepEqual(actions, [
    ['user.create', 'single sign-on'],
    ['user.link-sso', 'single sign-on'],
  ]);
  assert.deepEqual(await reasonsIn(world), []);
});

onEachEngine('The audit entry of a single sign-on session names the person and the provider', async (world) => {
  await enableSso(world);
  await enterBySso(world, { attributes: { Username: ['alice'] } });

  const { id } = await accountOf(world, 'alice');
  const [session] = await world.context.database.rows(
    { build: (db) => db.selectFrom('sessions').select(['id']).where('user_id', '=', id) },
    {},
  );
  const [entry] = await auditOf(world, session?.id ?? '');

  assert.deepEqual([entry?.action, entry?.actor.username], ['session.create', 'alice']);
  assert.deepEqual(entry?.change.after, {
    user: id,
    provider: 'https://idp.example.com/metadata',
    'name-id': 'alice@example.com',
  });
});

onEachEngine('For a taken username a number is appended, and the existing account is not affected', async (world) => {
  await enableSso(world);
  const { user } = await world.person({ username: 'Alice' });

  const page = await enterBySso(world, { attributes: { Username: ['alice'] } });

  assert.equal(page.title, 'Hello, alice2 · Tipstaff');
  assert.notEqual((await accountOf(world, 'alice2')).id, user.id);
});

onEachEngine('Without a username, the part of the address before its @ counts as the username', async (world) => {
  await enableSso(world);

  const plain = await enterBySso(world, { nameId: 'bob.o@example.com' });
  const odd = await enterBySso(world, { nameId: "o'neil@example.com" });
  const address = await enterBySso(world, {
    nameId: 'carol@example.com',
    attributes: { Username: ['c.arol@corp.example'] },
  });

  assert.deepEqual(
    [plain, odd, address].map(({ title }) => title),
    ['Hello, bob.o · Tipstaff', 'Hello, o-neil · Tipstaff', 'Hello, c.arol · Tipstaff'],
  );
});

onEachEngine(
  'The e-mail address comes from the NameID or an attribute; a person without one is refused',
  async (world) => {
    await enableSso(world);
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

    const mailed = await enterBySso(world, {
      nameId: 'a1b2',
      nameIdFormat,
      attributes: { mail: ['dora@example.com'] },
    });
    const { answer } = await signInBySso(world, { nameId: 'c3d4', nameIdFormat, attributes: { mail: ['none'] } });

    assert.equal(mailed.title, 'Hello, dora · Tipstaff');
    assert.equal(answer.status, 403);
    assert.deepEqual(await reasonsIn(world), ['no-email']);
  },
);

onEachEngine('The settings name the attributes that are read', async (world) => {
  await enableSso(world, { 'attr-username': 'uid', 'attr-groups': 'groups', 'site-admin-role': 'root' });

  const page = await enterBySso(world, {
    attributes: { uid: ['erin'], Username: ['mallory'], groups: ['a', 'root'], MemberOf: ['site-admins'] },
  });

  assert.match(page.text, /signed in as erin, a site administrator/);
});

onEachEngine('A sign-in redirects to the requested path of the service, but never to another site', async (world) => {
  await enableSso(world);
  const ways: (string | undefined)[] = [];

  for (const to of ['/no/such?page=1', '//evil.example.com', 'https://evil.example.com']) {
    const browser = browserOf(world.url);
    const request = await startLogin(browser, `/users/saml/login?${new URLSearchParams({ to })}`);
    const answer = await bring(browser, honestResponse(specFor(world, request), keys), request.relayState);
    const page = await browser.open(answer.headers.get('location') ?? '');
    ways.push(page.path);
  }
  const forged = browserOf(world.url);
  const request = await startLogin(forged);
  const answer = await bring(forged, honestResponse(specFor(world, request), keys), '//evil.example.com');

  assert.deepEqual(ways, ['/no/such?page=1', '/', '/']);
  assert.equal(answer.headers.get('location'), '/sign-in?signed-in=1&by=saml');
});

onEachEngine('Several tabs of a browser sign in at the same time', async (world) => {
  await enableSso(world);
  const browser = browserOf(world.url);
  const one = await startLogin(browser);
  const other = await startLogin(browser);

  const first = await bring(browser, honestResponse(specFor(world, one), keys));
  const second = await bring(browser, honestResponse(specFor(world, other), keys));

  assert.deepEqual([first.status, second.status], [303, 303]);
});

onEachEngine('When many browsers post the same response at the same time, one is signed in', async (world) => {
  await enableSso(world);
  const browser = browserOf(world.url);
  const xml = honestResponse(specFor(world, await startLogin(browser)), keys);

  const answers = await Promise.all(Array.from({ length: 6 }, () => bring(browser, xml)));

  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 403, 403, 403, 403, 403]);
  assert.deepEqual(new Set(await reasonsIn(world)), new Set(['replayed']));
});

onEachEngine(
  'When many people with one username sign in at the same time, each gets their own account',
  async (world) => {
    await enableSso(world);

    const visits = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        signInBySso(world, { nameId: `frank@site-${index}.example.com`, attributes: { Username: ['frank'] } }),
      ),
    );

    const names = ['frank', 'frank2', 'frank3', 'frank4', 'frank5'];
    const users = await Promise.all(names.map((name) => findUser(world.context, name)));
    assert.deepEqual(new Set(visits.map(({ answer }) => answer.status)), new Set([303]));
    assert.deepEqual(
      users.map((user) => user?.username),
      names,
    );
  },
);

onEachEngine('While single sign-on is off, nobody can sign in with it', async (world) => {
  const { patch } = await enableSso(world);
  const browser = browserOf(world.url);
  const request = await startLogin(browser);
  await patch({ enabled: false });

  const start = await browser.request({ method: 'GET', path: '/users/saml/login' });
  const answer = await bring(browser, honestResponse(specFor(world, request), keys));
  const page = await browser.open('/sign-in');

  assert.deepEqual([start.status, answer.status], [404, 403]);
  assert.deepEqual(await reasonsIn(world), ['off']);
  assert.ok(!page.text.includes('single sign-on'));
});

onEachEngine('The sign-in page offers both ways, and a password always works', async (world) => {
  await enableSso(world);
  const password = 'a lantern in the fog';
  const { user } = await world.person({ password, isAdmin: true });
  const browser = browserOf(world.url);

  const page = await browser.open('/sign-in?to=/no/such');
  const start = await browser.send(await browser.open('/sign-in'), '/sign-in', { login: user.username, password });

  assert.ok(page.source.includes('<a class="button" href="/users/saml/login?to=%2Fno%2Fsuch">'));
  assert.equal(start.path, '/');
});

onEachEngine('The provider of the first sign-in is stored unless the settings name one', async (world) => {
  const { patch, show } = await enableSso(world, { 'idp-entity-id': null });

  await enterBySso(world);
  const pinned = await show();
  const { answer } = await signInBySso(world, { issuer: 'https://other.example.com', nameId: 'bob@example.com' });
  await patch({ 'idp-entity-id': 'https://other.example.com' });
  const other = await enterBySso(world, { issuer: 'https://other.example.com', nameId: 'bob@example.com' });

  assert.equal(pinned['idp-entity-id'], 'https://idp.example.com/metadata');
  assert.equal(answer.status, 403);
  assert.deepEqual(await reasonsIn(world), ['wrong-issuer']);
  assert.equal(other.title, 'Hello, bob · Tipstaff');
});
