import assert from 'node:assert/strict';
import { resetPassword } from '../../src/domains/accounts/passwords/passwords.ts';
import { ticketLifetime } from '../../src/domains/accounts/sign-in/ticket.ts';
import { type Browser, browserOf, type Seen } from '../support/browser.ts';
import { codeAt, enrol } from '../support/one-time-codes.ts';
import { password } from '../support/session.ts';
import { onEachEngine, type Person, system, type World } from '../support/world.ts';

const refused = 'Error: Sign in · Tipstaff';

const signIn = async (browser: Browser, login: string, typed = password, at = '/sign-in'): Promise<Seen> =>
  browser.send(await browser.open(at), '/sign-in', { login, password: typed });

/** Returns a browser that shows the page for entering the one-time code. */
const atCode = async (world: World) => {
  const person = await world.person({ password });
  const enrolled = await enrol(world, person);
  const browser = browserOf(world.url);
  const page = await signIn(browser, person.user.username);
  return { person, browser, page, ...enrolled };
};

const sendCode = (browser: Browser, page: Seen, code: string): Promise<Seen> =>
  browser.send(page, '/sign-in/code', { code });

const sessionsOf = async ({ client }: Person): Promise<number> =>
  (await client.get('/account/sessions')).body.data.length;

onEachEngine('A person signs in with a password, sees who they are, and signs out', async ({ url, person }) => {
  const { user } = await person({ password });
  const browser = browserOf(url);

  const first = await browser.open('/');
  const start = await browser.send(first, '/sign-in', { login: user.email.toUpperCase(), password });
  const after = await browser.send(start, '/sign-out');
  const later = await browser.open('/');

  assert.deepEqual(first.way, ['/', '/sign-in']);
  assert.deepEqual([start.path, start.status, start.title], ['/', 200, `Hello, ${user.username} · Tipstaff`]);
  assert.deepEqual([after.path, after.status], ['/sign-in', 200]);
  assert.deepEqual([later.path, browser.cookies.size], ['/sign-in', 0]);
});

onEachEngine('The sign-in page redirects a visitor who is signed in', async ({ url, person }) => {
  const { user } = await person({ password });
  const browser = browserOf(url);
  await signIn(browser, user.username);

  const page = await browser.open('/sign-in');

  assert.deepEqual(page.way, ['/sign-in', '/']);
});

onEachEngine('Every refusal looks the same, and the page keeps the login but never the password', async (world) => {
  const { user } = await world.person({ password });
  const { user: sso } = await world.person();
  const typed = `wrong, "quoted" <b>`;
  const seen: Seen[] = [];

  for (const login of [user.username, user.email, sso.username, 'nobody', '"><b>', '']) {
    seen.push(await signIn(browserOf(world.url), login, typed));
  }

  const inputs = seen.map(({ forms }) => forms[0]?.inputs ?? []);
  assert.deepEqual(new Set(seen.map(({ status, title }) => `${status} ${title}`)), new Set([`401 ${refused}`]));
  assert.equal(new Set(seen.map(({ text }) => text)).size, 1);
  assert.deepEqual(
    inputs.map((all) => all.find(({ name }) => name === 'login')?.value),
    [user.username, user.email, sso.username, 'nobody', '"><b>', ''],
  );
  for (const { source } of seen) assert.ok(!source.includes('wrong, '));
});

onEachEngine('After too many wrong passwords the page says to wait, and then accepts the right one', async (world) => {
  const { user } = await world.person({ password });
  const browser = browserOf(world.url);
  for (let time = 0; time < 5; time += 1) await signIn(browser, user.username, 'wrong');

  world.advance(25_000);
  const limited = await signIn(browser, user.username);
  world.advance(35_000);
  const later = await signIn(browser, user.username);

  assert.deepEqual([limited.status, limited.title], [429, refused]);
  assert.match(limited.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
  assert.ok(limited.text.includes(`Wait ${limited.headers.get('retry-after')} seconds, then try again.`), limited.text);
  assert.equal(later.path, '/');
});

onEachEngine('A sign-in leads to the requested path of this service, and to no other site', async (world) => {
  const { user } = await world.person({ password });
  const ways: string[] = [];

  for (const to of ['/no/such?page=1', '//evil.example.com', '/\\evil.example.com', '/\t/evil.example.com', 'evil']) {
    const browser = browserOf(world.url);
    const page = await signIn(browser, user.username, password, `/sign-in?${new URLSearchParams({ to })}`);
    ways.push(page.way.at(-1) ?? '');
  }

  assert.deepEqual(ways, ['/no/such?page=1', '/', '/', '/', '/']);
});

onEachEngine('A path in a forged form does not lead to another site', async ({ url, person }) => {
  const { user } = await person({ password });
  const browser = browserOf(url);
  const page = await browser.open('/sign-in');

  const start = await browser.send(page, '/sign-in', { login: user.username, password, to: '//evil.example.com' });

  assert.equal(start.path, '/');
});

onEachEngine('A browser without cookies gets a page that says that cookies are required', async ({ url, person }) => {
  const { user } = await person({ password });
  const browser = browserOf(url, { refusesCookies: true });

  const page = await signIn(browser, user.username);

  assert.equal(page.title, refused);
  assert.match(page.text, /did not store the cookie/);
});

onEachEngine(
  'With two-factor authentication, a second page asks for the code, and a correct code signs in',
  async (world) => {
    const { browser, page, secret, person } = await atCode(world);
    const before = await sessionsOf(person);

    const start = await sendCode(browser, page, codeAt(world, secret));

    assert.deepEqual([page.status, page.title, before], [200, 'One-time code · Tipstaff', 0]);
    assert.deepEqual(Object.keys(page.forms[0]?.fields ?? {}), ['code', 'ticket']);
    assert.ok(!page.source.includes(password));
    assert.equal(start.path, '/');
    assert.ok(start.text.includes(`You are signed in as ${person.user.username}.`), start.text);
  },
);

onEachEngine('A recovery code replaces the authenticator code once', async (world) => {
  const { browser, page, recoveryCodes, person } = await atCode(world);
  const [code = ''] = recoveryCodes;

  const start = await sendCode(browser, page, code);
  const other = browserOf(world.url);
  const again = await sendCode(other, await signIn(other, person.user.username), code);

  assert.deepEqual([start.path, again.status], ['/', 401]);
});

onEachEngine('A wrong code is refused on the same page, which then accepts the correct code', async (world) => {
  const { browser, page, secret } = await atCode(world);

  const wrong = await sendCode(browser, page, '000000x');
  const start = await sendCode(browser, wrong, codeAt(world, secret));

  assert.deepEqual([wrong.status, wrong.title], [401, 'Error: One-time code · Tipstaff']);
  assert.equal(start.path, '/');
});

onEachEngine('After too many wrong codes the page says to wait', async (world) => {
  const { browser, page, secret } = await atCode(world);
  for (let time = 0; time < 5; time += 1) await sendCode(browser, page, 'wrong');

  const limited = await sendCode(browser, page, codeAt(world, secret));

  assert.deepEqual([limited.status, limited.title], [429, 'Error: One-time code · Tipstaff']);
  assert.ok(Number(limited.headers.get('retry-after')) > 0);
});

onEachEngine('The requested path is kept through both pages', async (world) => {
  const { person, secret } = await atCode(world);
  const browser = browserOf(world.url);
  const page = await signIn(browser, person.user.username, password, '/sign-in?to=/no/such');
  const wrong = await sendCode(browser, page, 'wrong');

  const end = await sendCode(browser, wrong, codeAt(world, secret));

  assert.equal(end.path, '/no/such');
});

onEachEngine(
  'The ticket from the password page is valid for five minutes, and only for that password',
  async (world) => {
    const { browser, page, secret, person } = await atCode(world);
    world.advance(ticketLifetime);
    const late = await sendCode(browser, page, codeAt(world, secret));

    const fresh = await signIn(browser, person.user.username);
    await resetPassword(world.context, system, person.user.id, 'another lantern in the fog');
    const changed = await sendCode(browser, fresh, codeAt(world, secret));

    assert.deepEqual([late.status, late.title], [401, refused]);
    assert.deepEqual([changed.status, changed.title], [401, refused]);
    assert.equal(await sessionsOf(person), 0);
  },
);

onEachEngine('The ticket from the password page cannot be forged', async (world) => {
  const { browser, page, secret } = await atCode(world);
  const ticket = page.forms[0]?.fields.ticket ?? '';
  const forged = ['', 'x', `${ticket}A`, ticket.slice(0, -4), ticket.replace(/\.[^.]{8}/, '.AAAAAAAA')];

  for (const each of forged) {
    const refusal = await browser.send(page, '/sign-in/code', { ticket: each, code: codeAt(world, secret) });
    assert.deepEqual([refusal.status, refusal.title], [401, refused]);
  }
  const begun = await browser.open('/sign-in/code');

  assert.deepEqual(begun.way, ['/sign-in/code', '/sign-in']);
});

onEachEngine('A page of another site cannot sign anybody in or out', async ({ url, person }) => {
  const { user } = await person({ password });
  const own = browserOf(url);
  const start = await signIn(own, user.username);
  const foreign = browserOf(url, { origin: 'https://evil.example.com' });
  const nowhere = browserOf(url, { origin: 'null' });

  const form = await foreign.open('/sign-in');
  const bySite = await foreign.send(form, '/sign-in', { login: user.username, password });
  const byNobody = await nowhere.send(form, '/sign-in', { login: user.username, password });
  for (const [name, value] of own.cookies) foreign.cookies.set(name, value);
  const out = await foreign.send(start, '/sign-out');
  const still = await own.open('/');

  for (const { status, title } of [bySite, byNobody, out]) {
    assert.deepEqual([status, title], [403, 'Error: That is not allowed · Tipstaff']);
  }
  assert.equal(still.path, '/');
});

onEachEngine(
  'With https the cookie is limited to this host, and browsers must keep using https',
  async ({ url, person }) => {
    const { user } = await person({ password });
    const browser = browserOf(url, { origin: 'https://tipstaff.example.com' });

    const start = await signIn(browser, user.username);

    assert.deepEqual([...browser.cookies.keys()], ['__Host-tipstaff_session']);
    assert.equal(start.headers.get('strict-transport-security'), 'max-age=31536000');
  },
  { environment: { TIPSTAFF_BASE_URL: 'https://tipstaff.example.com' } },
);

onEachEngine(
  'Behind a proxy that adds a path prefix, links on the pages contain the prefix',
  async ({ url }) => {
    const browser = browserOf(url);

    const answer = await browser.request({ method: 'GET', path: '/' });
    const page = await browser.open('/sign-in');

    assert.equal(answer.headers.get('location'), '/governance/sign-in');
    assert.deepEqual(
      page.forms.map(({ action }) => action),
      ['/governance/sign-in'],
    );
  },
  { environment: { TIPSTAFF_BASE_URL: 'https://example.com/governance/' } },
);
