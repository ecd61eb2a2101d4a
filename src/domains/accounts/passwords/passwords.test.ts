// Tests of password changes, forgotten passwords, and links that set a password.
import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import type { Client } from '../../../../test/support/client.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { mailingOnEachEngine } from '../../../../test/support/mail.ts';
import { password, sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, system, type World } from '../../../../test/support/world.ts';
import { randomText } from '../../../lib/text/random-text.ts';
import { offerPasswordLink } from './links.ts';

const wanted = 'a better horse battery';
const day = 24 * 3_600_000;

const change = (client: Client, attributes: object) =>
  client.patch('/account/password', documentOf('users', attributes));

const canSignIn = async ({ url }: World, username: string, withPassword: string): Promise<boolean> =>
  (await sessionClientOf(url).signIn(username, { password: withPassword })).status === 201;

const linkFor = async ({ context }: World, id: string): Promise<string> => {
  const url = await offerPasswordLink(context, system, id);
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/set-password\/[\w-]{43}$/);
  return `/account/password-reset/${url.split('/').at(-1)}`;
};

const byLink = (world: World, path: string, attributes: object = { password: wanted }) =>
  world.anonymous.post(path, documentOf('users', attributes));

onEachEngine(
  "Common passwords and the account's own name or address are refused wherever a password is set",
  async (world) => {
    const { user, browser, client } = await signedIn(world, { isAdmin: true });
    const weak = ['password1234', '123456789012', 'aaaaaaaaaaaa', user.email, user.username];

    const answers: Answer[] = [];
    for (const each of weak) {
      answers.push(await change(browser, { 'current-password': password, password: each }));
      answers.push(await byLink(world, await linkFor(world, user.id), { password: each }));
    }
    const created = await client.post(
      '/admin/users',
      documentOf('users', { username: 'new', email: 'new@example.com', password: 'password1234' }),
    );

    for (const answer of [...answers, created]) {
      assert.deepEqual([answer.status, pointers(answer)], [422, ['/data/attributes/password']]);
      assert.match(details(answer)[0] ?? '', /too easy to guess/);
    }
  },
);

mailingOnEachEngine(
  'A changed password is reported by mail, but a first password is not',
  async (world, { delivered }) => {
    const [{ user, browser }, invited] = [await signedIn(world), await world.person()];

    await change(browser, { 'current-password': password, password: wanted });
    await byLink(world, await linkFor(world, invited.user.id));

    assert.deepEqual(
      (await delivered()).map(({ to, subject }) => [...to, subject]),
      [[user.email, 'Your password at Tipstaff was changed']],
    );
  },
);

onEachEngine('A new password ends every other session, and the old one stops working', async (world) => {
  const { user, browser } = await signedIn(world);
  const other = sessionClientOf(world.url);
  await other.signIn(user.username);

  const answer = await change(browser, { 'current-password': password, password: wanted });

  assert.equal(answer.status, 200);
  assert.equal(answer.body.data.id, user.id);
  assert.equal((await browser.get('/session')).status, 200);
  assert.equal((await other.get('/session')).status, 401);
  assert.ok(await canSignIn(world, user.username, wanted));
  assert.ok(!(await canSignIn(world, user.username, password)));
});

onEachEngine("A token can also change its owner's password, in the spelling of existing clients", async (world) => {
  const { user, client, browser } = await signedIn(world);

  const attributes = { current_password: password, password: wanted, password_confirmation: wanted };
  const answer = await change(client, attributes);

  assert.equal(answer.status, 200);
  assert.equal((await browser.get('/session')).status, 401);
  assert.ok(await canSignIn(world, user.username, wanted));
});

onEachEngine('A password that breaks a rule is refused, and the old one stays valid', async (world) => {
  const { user, browser } = await signedIn(world);
  const right = { 'current-password': password };
  const cases = [
    [{ password: wanted }, '/data/attributes/current-password'],
    [{ ...right }, '/data/attributes/password'],
    [{ ...right, password: 'elevenchars' }, '/data/attributes/password'],
    [{ ...right, password: 'x'.repeat(129) }, '/data/attributes/password'],
    [{ ...right, password: wanted, 'password-confirmation': 'x' }, '/data/attributes/password-confirmation'],
    [{ 'current-password': 'wrong', password: wanted }, '/data/attributes/current-password'],
  ] as const;

  for (const [attributes, pointer] of cases) {
    const answer = await change(browser, attributes);
    assert.equal(answer.status, 422, JSON.stringify(attributes));
    assert.deepEqual(pointers(answer), [pointer]);
  }
  assert.ok(await canSignIn(world, user.username, password));
});

onEachEngine('For an account without a password, no current password is correct', async (world) => {
  const { client } = await world.person();

  const answer = await change(client, { 'current-password': password, password: wanted });

  assert.equal(answer.status, 422);
});

onEachEngine('Five wrong current passwords a minute are allowed', async (world) => {
  const { browser } = await signedIn(world);
  const guess = { 'current-password': 'wrong', password: wanted };

  const answers = await Promise.all(Array.from({ length: 8 }, () => change(browser, guess)));

  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429, 429]);
});

onEachEngine('Of five concurrent changes of a password, one succeeds', async (world) => {
  const { user, client } = await signedIn(world);

  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      change(client, { 'current-password': password, password: `${wanted} ${index}` }),
    ),
  );

  const done = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
  assert.equal(done.length, 1);
  assert.ok(await canSignIn(world, user.username, `${wanted} ${done[0]}`));
});

onEachEngine('A link sets a password once, activates an invited person, and ends every session', async (world) => {
  const { user, browser } = await signedIn(world);
  const path = await linkFor(world, user.id);

  const first = await byLink(world, path);
  const second = await byLink(world, path);

  assert.deepEqual([first.status, second.status], [204, 404]);
  assert.equal((await browser.get('/session')).status, 401);
  assert.ok(await canSignIn(world, user.username, wanted));
  const actions = (await auditOf(world, user.id)).map(({ action }) => action);
  assert.deepEqual(actions.slice(-2), ['user.create-password-link', 'user.set-password']);
});

onEachEngine('Of twenty concurrent uses of a link, one sets the password', async (world) => {
  const { user } = await world.person();
  const path = await linkFor(world, user.id);

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => byLink(world, path, { password: `${wanted} ${index}` })),
  );

  const done = answers.flatMap(({ status }, index) => (status === 204 ? [index] : []));
  assert.equal(done.length, 1);
  assert.ok(await canSignIn(world, user.username, `${wanted} ${done[0]}`));
});

onEachEngine(
  'A link stops working after seven days, after the next one, and while its user is suspended',
  async (world) => {
    const { user } = await world.person();
    const suspended = await world.person();
    const replaced = await linkFor(world, user.id);
    const late = await linkFor(world, user.id);
    const idle = await linkFor(world, suspended.user.id);
    const { client } = await world.person({ isAdmin: true });
    await client.post(`/admin/users/${suspended.user.id}/actions/suspend`);

    assert.equal((await byLink(world, replaced)).status, 404);
    assert.equal((await byLink(world, idle)).status, 404);
    assert.equal((await byLink(world, '/account/password-reset/nonsense')).status, 404);
    world.advance(7 * day + 1);
    assert.equal((await byLink(world, late)).status, 404);
  },
);

onEachEngine('An invalid password does not use up the link', async (world) => {
  const { user } = await world.person();
  const path = await linkFor(world, user.id);

  const refused = await byLink(world, path, { password: 'short' });

  assert.equal(refused.status, 422);
  assert.deepEqual(details(refused), ['Password is too short (minimum is 12 characters)']);
  assert.equal((await byLink(world, path)).status, 204);
});

onEachEngine('A password reset request gets the same response whether the account exists or not', async (world) => {
  const { user } = await world.person();

  const known = await world.anonymous.post('/account/password-reset', documentOf('users', { email: user.email }));
  const unknown = await world.anonymous.post(
    '/account/password-reset',
    documentOf('users', { email: 'x@example.com' }),
  );

  const noAddress = await world.anonymous.post(
    '/account/password-reset',
    documentOf('users', { email: randomText(16_000) }),
  );

  assert.deepEqual([known.status, unknown.status, noAddress.status], [202, 202, 202]);
  assert.equal(known.bytes.length + unknown.bytes.length + noAddress.bytes.length, 0);
});

onEachEngine('A page of another site can neither request a link nor use one', async (world) => {
  const { user } = await world.person();
  const path = await linkFor(world, user.id);
  const headers = { origin: 'https://evil.example.com' };

  const answer = await world.anonymous.request('POST', '/account/password-reset', {
    headers,
    json: documentOf('users', { email: user.email }),
  });
  const used = await world.anonymous.request('POST', path, {
    headers,
    json: documentOf('users', { password: wanted }),
  });

  assert.deepEqual([answer.status, used.status], [403, 403]);
  assert.equal((await byLink(world, path)).status, 204);
});

onEachEngine('A person changes their own username and address; omitted attributes stay', async (world) => {
  const { user, client } = await world.person();
  const other = await world.person();

  const renamed = await client.patch('/account/update', documentOf('users', { username: 'renamed' }));
  const taken = await client.patch('/account/update', documentOf('users', { email: other.user.email.toUpperCase() }));
  const answer = await client.get('/users/renamed');

  assert.equal(renamed.status, 200);
  assert.equal(renamed.body.data.attributes.username, 'renamed');
  assert.equal(renamed.body.data.attributes.email, user.email);
  assert.deepEqual(details(taken), ['Email has already been taken']);
  assert.equal(answer.body.data.id, user.id);
});
