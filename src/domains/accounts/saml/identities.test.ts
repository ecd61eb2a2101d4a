import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { type Browser, browserOf } from '../../../../test/support/browser.ts';
import { honestResponse } from '../../../../test/support/saml/provider.ts';
import {
  bring,
  enableSso,
  enterBySso,
  keys,
  reasonsIn,
  requestIn,
  signInBySso,
  specFor,
  startLogin,
} from '../../../../test/support/saml/sso.ts';
import { onEachEngine, type Person, system, type World } from '../../../../test/support/world.ts';
import { changeAccountStatus } from '../administration/status.ts';

const password = 'a lantern in the fog';

/** Returns a browser in which the person has signed in with a password. */
const withPassword = async (world: World, { user }: Person): Promise<Browser> => {
  const browser = browserOf(world.url);
  const start = await browser.send(await browser.open('/sign-in'), '/sign-in', { login: user.username, password });
  assert.equal(start.path, '/');
  return browser;
};

/** Links the account of the browser's session to an identity at the provider. */
const link = async (world: World, browser: Browser, nameId: string) => {
  const form = await browser.send(await browser.open('/'), '/users/saml/link');
  const away = await browser.send(form, '/users/saml/link', { 'current-password': password });
  const address = (away.headers.get('refresh') ?? '').replace('0;url=', '');
  return bring(browser, honestResponse(specFor(world, requestIn(address), { nameId }), keys));
};

onEachEngine('An account without a password is linked by its e-mail address and stays linked', async (world) => {
  await enableSso(world);
  const { user } = await world.person({ email: 'Alice@Example.com' });

  const page = await enterBySso(world);
  const again = await enterBySso(world, { attributes: { Email: ['other@example.com'] } });

  const entries = await auditOf(world, user.id);
  assert.deepEqual([page.title, again.title], Array(2).fill(`Hello, ${user.username} · Tipstaff`));
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['user.create', 'user.link-sso'],
  );
});

onEachEngine('When an invited person signs in by single sign-on, the invitation link stops working', async (world) => {
  await enableSso(world);
  const { client, name } = await world.home();
  const invitation = await client.post(`/organizations/${name}/organization-memberships`, {
    data: { type: 'organization-memberships', attributes: { email: 'alice@example.com' } },
  });
  const url = new URL(invitation.body.meta['password-url'] ?? invitation.body.meta['set-password-url']);

  const page = await enterBySso(world);
  const dead = await browserOf(world.url).open(url.pathname);

  const members = await client.get(`/organizations/${name}/organization-memberships?filter[status]=active&q=alice`);
  assert.ok(page.text.includes('You are signed in as alice.'), page.text);
  assert.equal(members.body.data.length, 1);
  assert.equal(dead.status, 404);
});

onEachEngine(
  'No administrator, service account or account with a password is linked by its e-mail address',
  async (world) => {
    await enableSso(world);
    await world.person({ email: 'admin@example.com', isAdmin: true });
    await world.person({ email: 'local@example.com', password });
    await world.person({ email: 'robot@example.com', isServiceAccount: true });
    const { user: gone } = await world.person({ email: 'gone@example.com' });
    await changeAccountStatus(world.context, system, gone, 'suspend');

    for (const nameId of ['admin', 'local', 'robot', 'gone']) {
      const { answer, browser } = await signInBySso(world, { nameId: `${nameId}@example.com` });
      assert.equal(answer.status, 403);
      assert.ok(!browser.cookies.has('tipstaff_session'));
    }

    assert.deepEqual(await reasonsIn(world), [
      'site-administrator',
      'has-password',
      'service-account',
      'identity-to-confirm',
    ]);
  },
);

onEachEngine(
  'A person can sign in only to their own account, regardless of the other attributes that the provider sends',
  async (world) => {
    await enableSso(world);
    const { user: victim } = await world.person({ username: 'victim', email: 'victim@example.com' });
    await world.person({ email: 'kate@example.com' });
    const attributes = { Username: ['victim'], Mobile: ['victim@example.com'], id: [victim.id] };

    const named = await enterBySso(world, { nameId: 'mallory@evil.example.com', attributes });
    const spaced = await signInBySso(world, { nameId: 'victim@example.com\u00a0' });
    const listed = await signInBySso(world, { nameId: 'victim@example.com,mallory@evil.example.com' });
    const folded = await signInBySso(world, { nameId: 'mallory', attributes: { Email: ['\u212Aate@example.com'] } });
    const own = await enterBySso(world, { nameId: 'victim@example.com' });

    assert.equal(named.title, 'Hello, victim2 · Tipstaff');
    assert.deepEqual(
      [spaced, listed, folded].map(({ answer }) => answer.status),
      [403, 403, 403],
    );
    assert.equal(own.title, 'Hello, victim · Tipstaff');
    assert.deepEqual(await reasonsIn(world), ['no-email', 'no-email', 'no-email']);
  },
);

onEachEngine('A username in another script is derived from the address, and accents are removed', async (world) => {
  await enableSso(world);

  const cyrillic = await enterBySso(world, { nameId: 'ivan.p@example.com', attributes: { Username: ['Иван Петров'] } });
  const accented = await enterBySso(world, { nameId: 'jose@example.com', attributes: { Username: ['José Núñez'] } });
  const none = await enterBySso(world, { nameId: '-@example.com', attributes: { Username: ['山田'] } });

  assert.deepEqual(
    [cyrillic, accented, none].map(({ title }) => title),
    ['Hello, ivan.p · Tipstaff', 'Hello, Jose-Nunez · Tipstaff', 'Hello, user · Tipstaff'],
  );
});

onEachEngine('A suspended account is refused until it is active again', async (world) => {
  await enableSso(world);
  const { user } = await world.person({ email: 'alice@example.com' });
  const name = { nameId: 'alice', attributes: { Email: ['alice@example.com'] } };
  await enterBySso(world, name);
  await changeAccountStatus(world.context, system, user, 'suspend');

  const { answer } = await signInBySso(world, name);
  await changeAccountStatus(world.context, system, user, 'unsuspend');
  const page = await enterBySso(world, name);

  assert.equal(answer.status, 403);
  assert.deepEqual(await reasonsIn(world), ['suspended']);
  assert.equal(page.title, `Hello, ${user.username} · Tipstaff`);
});

onEachEngine(
  'A person with a password links the account while signed in, and can then sign in both ways',
  async (world) => {
    await enableSso(world);
    const admin = await world.person({ email: 'alice@example.com', password, isAdmin: true });
    const browser = await withPassword(world, admin);

    const linked = await link(world, browser, 'alice@corp.example.com');
    const page = await enterBySso(world, { nameId: 'alice@corp.example.com' });
    await withPassword(world, admin);

    assert.equal(linked.status, 200);
    assert.match(linked.bytes.toString(), /Your account is linked/);
    assert.match(page.text, new RegExp(`signed in as ${admin.user.username}, a site administrator`));
  },
);

onEachEngine(
  'An identity that is linked to another account stays there, and a new identity replaces the old one',
  async (world) => {
    await enableSso(world);
    const person = await world.person({ password });
    const browser = await withPassword(world, person);
    await enterBySso(world, { nameId: 'alice@example.com' });

    const taken = await link(world, browser, 'alice@example.com');
    await link(world, browser, 'first@example.com');
    await link(world, browser, 'second@example.com');
    const first = await enterBySso(world, { nameId: 'first@example.com' });
    const second = await enterBySso(world, { nameId: 'second@example.com' });

    assert.equal(taken.status, 403);
    assert.deepEqual(await reasonsIn(world), ['linked-to-another']);
    assert.equal(first.title, 'Hello, first · Tipstaff');
    assert.equal(second.title, `Hello, ${person.user.username} · Tipstaff`);
  },
);

onEachEngine(
  'An account is not linked from another site, without a session, or after the session has ended',
  async (world) => {
    await enableSso(world);
    const person = await world.person({ password });
    const browser = await withPassword(world, person);
    const start = await browser.open('/');
    const foreign = browserOf(world.url, { origin: 'https://evil.example.com' });
    for (const [name, value] of browser.cookies) foreign.cookies.set(name, value);

    const bySite = await foreign.send(start, '/users/saml/link');
    const byNobody = await browserOf(world.url).send(start, '/users/saml/link');
    const form = await browser.send(start, '/users/saml/link');
    const away = await browser.send(form, '/users/saml/link', { 'current-password': password });
    const request = requestIn((away.headers.get('refresh') ?? '').replace('0;url=', ''));
    await browser.send(start, '/sign-out');
    const late = await bring(browser, honestResponse(specFor(world, request), keys));

    assert.deepEqual([bySite.status, byNobody.path, late.status], [403, '/sign-in', 403]);
    assert.deepEqual(await reasonsIn(world), ['unknown-request']);
  },
);

onEachEngine('The response to a sign-in cannot link an account, even while a person is signed in', async (world) => {
  await enableSso(world);
  const person = await world.person({ password, email: 'local@example.com' });
  const browser = await withPassword(world, person);
  const request = await startLogin(browser);

  const answer = await bring(browser, honestResponse(specFor(world, request, { nameId: 'local@example.com' }), keys));

  assert.equal(answer.status, 403);
  assert.deepEqual(await reasonsIn(world), ['has-password']);
});
