// Tests of signing in, signing out and sessions.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { password, sessionClientOf, signedIn, untilUsed } from '../../../../test/support/session.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

const hour = 3_600_000;

const allSessions = query()((db) => db.selectFrom('sessions').selectAll());

onEachEngine('A sign-in sets a cookie that authenticates like a token, and shows the session', async (world) => {
  const { user } = await world.person({ password });
  const browser = sessionClientOf(world.url);

  const answer = await browser.signIn(user.username);
  const account = await browser.get('/account/details');
  const session = await browser.get('/session?include=user');

  const [cookie = ''] = answer.headers.getSetCookie();
  assert.equal(answer.status, 201);
  assert.match(cookie, /^tipstaff_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.equal(account.body.data.id, user.id);
  assert.equal(session.body.data.id, answer.body.data.id);
  assert.equal(session.body.data.attributes.impersonator, null);
  assert.equal(session.body.included[0].id, user.id);
});

onEachEngine(
  'With https, the cookie is limited to this host and to https',
  async (world) => {
    const { user } = await world.person({ password });

    const answer = await sessionClientOf(world.url).signIn(user.username);

    const [cookie = ''] = answer.headers.getSetCookie();
    assert.match(
      cookie,
      /^__Host-tipstaff_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  },
  { environment: { TIPSTAFF_BASE_URL: 'https://tipstaff.example.com' } },
);

onEachEngine('An e-mail address signs in as well as a username, in any case', async (world) => {
  const { user } = await world.person({ username: 'Ada', email: 'Ada@Example.com', password });

  const answers = [
    await sessionClientOf(world.url).signIn('aDA'),
    await sessionClientOf(world.url).signIn('ada@EXAMPLE.com'),
  ];

  for (const { status, body } of answers) {
    assert.equal(status, 201);
    assert.equal(body.data.relationships.user.data.id, user.id);
  }
});

onEachEngine('Every failed sign-in gets the same answer', async (world) => {
  const suspended = await world.person({ password });
  const { user: bare } = await world.person();
  const { user } = await world.person({ password });
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('users').set({ is_suspended: 1 }).where('id', '=', suspended.user.id)),
  );

  const answers = [
    await sessionClientOf(world.url).signIn('nobody'),
    await sessionClientOf(world.url).signIn('nobody@example.com'),
    await sessionClientOf(world.url).signIn(suspended.user.username),
    await sessionClientOf(world.url).signIn(bare.username),
    await sessionClientOf(world.url).signIn(user.username, { password: 'wrong horse battery' }),
  ];

  for (const { status, body, headers } of answers) {
    assert.equal(status, 401);
    assert.deepEqual(body, { errors: [{ status: '401', code: 'unauthorized', title: 'unauthorized' }] });
    assert.deepEqual(headers.getSetCookie(), []);
  }
});

onEachEngine('A sign-in without its attributes is refused, and the response names the missing ones', async (world) => {
  const answer = await world.anonymous.post('/session', documentOf('sessions', { username: 5 }));

  assert.equal(answer.status, 422);
  assert.deepEqual(details(answer).toSorted(), ["Password can't be blank", 'Username must be a JSON string']);
});

onEachEngine('After five wrong passwords within a minute, even the right one has to wait', async (world) => {
  const { user } = await world.person({ password });
  const browser = sessionClientOf(world.url);
  const wrong = { password: 'wrong horse battery' };

  const refused = await Promise.all(Array.from({ length: 20 }, () => browser.signIn(user.username, wrong)));
  const late = await browser.signIn(user.username);
  world.advance(60_000);
  const after = await browser.signIn(user.username);

  const statuses = refused.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, 5);
  assert.equal(statuses.filter((status) => status === 429).length, 15);
  assert.equal(late.status, 429);
  assert.match(late.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal(after.status, 201);
});

onEachEngine('Twenty failures from one address stop it for every account', async (world) => {
  const browser = sessionClientOf(world.url);

  const statuses: number[] = [];
  for (let index = 0; index < 21; index += 1) statuses.push((await browser.signIn(`nobody-${index}`)).status);

  assert.deepEqual(
    statuses.slice(0, 20),
    Array.from({ length: 20 }, () => 401),
  );
  assert.equal(statuses.at(20), 429);
});

onEachEngine('Failures with an unknown name do not count for other accounts', async (world) => {
  const { user } = await world.person({ password });
  const browser = sessionClientOf(world.url);
  const names = Array.from({ length: 17 }, (_, index) => (index < 5 ? 'from 127.0.0.1' : `nobody-${index}`));
  for (const name of names) await browser.signIn(name);

  const answer = await browser.signIn(user.username);

  assert.equal(answer.status, 201);
});

onEachEngine('Failures do not show that a username and an e-mail address belong together', async (world) => {
  const { user } = await world.person({ password });
  const browser = sessionClientOf(world.url);
  const wrong = { password: 'wrong horse battery' };

  const known: number[] = [];
  const unknown: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    for (const login of [user.username, user.email]) known.push((await browser.signIn(login, wrong)).status);
    for (const login of ['nobody', 'nobody@example.com']) unknown.push((await browser.signIn(login, wrong)).status);
  }

  assert.deepEqual(known, unknown);
});

onEachEngine('Many successful sign-ins do not count as failures', async (world) => {
  const { user } = await world.person({ password });

  const statuses: number[] = [];
  for (let index = 0; index < 8; index += 1) {
    statuses.push((await sessionClientOf(world.url).signIn(user.username)).status);
  }

  assert.ok(
    statuses.every((status) => status === 201),
    statuses.join(),
  );
});

onEachEngine('After signing out, the cookie no longer works', async (world) => {
  const { user, browser } = await signedIn(world);
  const old = sessionClientOf(world.url, browser.cookie());
  const { body } = await browser.get('/session');

  const out = await browser.delete('/session');

  assert.equal(out.status, 204);
  assert.equal(browser.cookie(), '');
  assert.equal((await old.get('/account/details')).status, 401);
  const actions = (await auditOf(world, body.data.id)).map(({ action, actor }) => [action, actor.id]);
  assert.deepEqual(actions, [
    ['session.create', user.id],
    ['session.delete', user.id],
  ]);
});

onEachEngine('A session ends after twelve hours without use, and after fourteen days in any case', async (world) => {
  const { browser } = await signedIn(world);
  const { browser: busy } = await signedIn(world);
  const { body } = await busy.get('/session');

  for (let day = 0; day < 27; day += 1) {
    world.advance(11.9 * hour);
    assert.equal((await busy.get('/account/details')).status, 200, `after ${day} days`);
    await untilUsed(world, body.data.id, world.context.clock.now() - hour);
  }
  world.advance(15 * hour);

  assert.equal((await busy.get('/account/details')).status, 401);
  assert.equal((await browser.get('/account/details')).status, 401);
});

onEachEngine('A session takes precedence over a token; an invalid cookie beside a token is ignored', async (world) => {
  const { user, browser } = await signedIn(world);
  const other = await world.person();
  const bearer = { authorization: `Bearer ${other.token}` };

  const both = await browser.get('/account/details', { headers: bearer });
  await browser.request('DELETE', '/session');
  const dead = sessionClientOf(world.url, `tipstaff_session=${'A'.repeat(43)}`);

  assert.equal(both.body.data.id, user.id);
  assert.equal((await dead.get('/account/details', { headers: bearer })).body.data.id, other.user.id);
  assert.equal((await dead.get('/account/details')).status, 401);
});

onEachEngine('Requests from pages of other sites are refused, with a session and for signing in', async (world) => {
  const { user, browser } = await signedIn(world);
  const { origin } = new URL(world.url);
  const json = documentOf('organizations', { name: 'x' });
  const foreign = [
    { origin: 'https://evil.example.com' },
    { origin: 'null' },
    { origin: `${origin}.evil.example.com` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin, 'sec-fetch-site': 'none' },
  ];

  for (const headers of foreign) {
    const acted = await browser.request('POST', '/organizations', { headers, json });
    const entered = await world.anonymous.request('POST', '/session', {
      headers,
      json: documentOf('sessions', { username: user.username, password }),
    });
    assert.equal(acted.status, 403, JSON.stringify(headers));
    assert.equal(entered.status, 403, JSON.stringify(headers));
    assert.equal((await browser.get('/account/details', { headers })).status, 200);
  }
  const own = { origin, 'sec-fetch-site': 'same-origin' };
  assert.equal((await browser.request('POST', '/organizations', { headers: own, json })).status, 404);
});

onEachEngine('A request with a token may come from another site', async (world) => {
  const { token } = await world.person();
  const headers = { authorization: `Bearer ${token}`, origin: 'https://tools.example.com' };

  const { status } = await world.anonymous.request('POST', '/organizations', { headers });

  assert.equal(status, 404);
});

onEachEngine('A person can see and end only their own sessions', async (world) => {
  const { user, browser, client } = await signedIn(world);
  const other = sessionClientOf(world.url);
  world.advance(1);
  await other.signIn(user.username);
  const stranger = await signedIn(world);

  const list = await browser.get('/account/sessions');
  const [first, second] = list.body.data;
  const notTheirs = await stranger.browser.delete(`/account/sessions/${first.id}`);
  const ended = await browser.delete(`/account/sessions/${first.id}`);

  assert.equal(list.body.data.length, 2);
  assert.deepEqual([first.attributes['is-current'], second.attributes['is-current']], [false, true]);
  assert.equal(notTheirs.status, 404);
  assert.equal(ended.status, 204);
  assert.equal((await other.get('/account/details')).status, 401);
  assert.equal((await client.delete('/account/sessions')).status, 204);
  assert.equal((await browser.get('/account/details')).status, 401);
  assert.equal((await stranger.browser.get('/account/details')).status, 200);
});

onEachEngine('Ending all other sessions keeps the current one', async (world) => {
  const { user, browser } = await signedIn(world);
  const other = sessionClientOf(world.url);
  await other.signIn(user.username);

  const { status } = await browser.delete('/account/sessions');

  assert.equal(status, 204);
  assert.equal((await other.get('/account/details')).status, 401);
  assert.equal((await browser.get('/account/details')).status, 200);
});

onEachEngine('No cookie is stored in the database', async (world) => {
  const { browser } = await signedIn(world);
  const value = browser.cookie().replace('tipstaff_session=', '');

  const rows = await world.context.database.rows(allSessions, {});

  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes(value));
});

onEachEngine('The twenty-first session of an account ends the oldest', async (world) => {
  const { user } = await world.person({ password });
  const browsers = Array.from({ length: 21 }, () => sessionClientOf(world.url));
  for (const browser of browsers) {
    await browser.signIn(user.username);
    world.advance(1_000);
  }

  const statuses = await Promise.all(browsers.map(async (browser) => (await browser.get('/session')).status));

  assert.deepEqual(statuses, [401, ...Array.from({ length: 20 }, () => 200)]);
});
