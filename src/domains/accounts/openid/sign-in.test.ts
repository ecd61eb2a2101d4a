import assert from 'node:assert/strict';
import { browserOf } from '../../../../test/support/browser.ts';
import {
  addProvider,
  bringBack,
  enterAt,
  onEachEngineWithProviders,
  proveAt,
  refusalsIn,
  signedInNow,
  signInAt,
  startAt,
} from '../../../../test/support/openid/world.ts';
import { enableSso, signInBySso } from '../../../../test/support/saml/sso.ts';
import { getUser } from '../users/users.ts';

onEachEngineWithProviders(
  'A verified address creates an account, and later sign-ins use the subject',
  async (world) => {
    const first = await enterAt(world, { claims: { preferred_username: 'alice' }, to: '/no/such' });
    const again = await enterAt(world, { claims: { email: 'ALICE@new.example.com' } });

    const { id } = await getUser(world.context, 'alice');
    const { body } = await world.admin.get(`/admin/users/${id}/identities`);
    assert.deepEqual([first.path, again.title], ['/no/such', 'Hello, alice · Tipstaff']);
    const [{ attributes }] = body.data;
    assert.deepEqual(
      [body.data.length, attributes.protocol, attributes.provider, attributes['name-id']],
      [1, 'openid', world.corp.issuer, 'alice'],
    );
  },
);

onEachEngineWithProviders('Subjects that differ only in case are different people', async (world) => {
  await enterAt(world, { claims: { sub: 'abc', email: 'one@example.com' } });

  const other = await enterAt(world, { claims: { sub: 'ABC', email: 'two@example.com' } });

  assert.equal(other.title, 'Hello, two · Tipstaff');
});

onEachEngineWithProviders('An address links an account without a password, regardless of case', async (world) => {
  const { user } = await world.person({ email: 'Bob@Example.com' });

  const page = await enterAt(world, { claims: { sub: 'bob', email: 'bob@example.COM' } });

  assert.equal(page.title, `Hello, ${user.username} · Tipstaff`);
});

const refused = [
  ['no-email', { email: 'new@example.com', email_verified: false }],
  ['no-email', { email: 'new@example.com', email_verified: undefined }],
  ['site-administrator', { email: 'admin@example.com' }],
  ['has-password', { email: 'local@example.com' }],
] as const;

onEachEngineWithProviders(
  'An address cannot sign in to an account that has a password or belongs to an administrator',
  async (world) => {
    await world.person({ email: 'admin@example.com', isAdmin: true });
    await world.person({ email: 'local@example.com', password: 'correct horse battery staple' });

    for (const [, claims] of refused) {
      const { answer, browser } = await signInAt(world, { claims: { sub: 'mallory', ...claims } });
      assert.equal(answer.status, 403);
      assert.ok(!browser.cookies.has('tipstaff_session'));
    }

    assert.deepEqual(
      await refusalsIn(world),
      refused.map(([reason]) => reason),
    );
  },
);

onEachEngineWithProviders('Another subject with the address of a linked account is another person', async (world) => {
  await enterAt(world);

  const { answer } = await signInAt(world, { claims: { sub: 'successor' } });

  assert.equal(answer.status, 403);
  assert.deepEqual(await refusalsIn(world), ['linked-to-another']);
});

onEachEngineWithProviders(
  'A response is accepted once, in the browser that made the request, and from the same provider',
  async (world) => {
    await addProvider(world.admin, world.other, { key: 'other', name: 'Other' });
    const [browser, stranger] = [browserOf(world.url), browserOf(world.url)];
    await startAt(stranger);
    const response = world.corp.authorize(await startAt(browser));
    const mixed = world.corp.authorize(await startAt(browser));
    const forged = new URLSearchParams({ ...Object.fromEntries(response), state: 'nobody-made-this' });

    const elsewhere = await bringBack(stranger, response);
    const guessed = await bringBack(browser, forged);
    forged.set('state', 'nobody\0');
    const unstorable = await bringBack(browser, forged);
    const atOther = await bringBack(browser, mixed, 'other');
    const right = await bringBack(browser, response);
    const again = await bringBack(browser, response);

    assert.deepEqual(
      [elsewhere, guessed, unstorable, atOther, right, again].map(({ status }) => status),
      [403, 403, 403, 403, 303, 403],
    );
    assert.deepEqual(await refusalsIn(world), [
      'another-browser',
      'unknown-request',
      'unknown-request',
      'unknown-request',
      'unknown-request',
    ]);
  },
);

onEachEngineWithProviders('A code that was used before is refused', async (world) => {
  const browser = browserOf(world.url);
  const response = world.corp.authorize(await startAt(browser));
  await bringBack(browser, response);
  const next = new URL(await startAt(browser)).searchParams.get('state') ?? '';

  const replayed = await bringBack(browser, new URLSearchParams({ ...Object.fromEntries(response), state: next }));

  assert.equal(replayed.status, 403);
  assert.deepEqual(await refusalsIn(world), ['code-refused']);
});

onEachEngineWithProviders("A sign-in opens a new session, which replaces the browser's session", async (world) => {
  const { browser } = await signInAt(world);
  const before = browser.cookies.get('tipstaff_session');

  await signInAt(world, { browser });

  assert.notEqual(browser.cookies.get('tipstaff_session'), before);
});

onEachEngineWithProviders('A provider can be limited to some domains, and to people with an account', async (world) => {
  await world.change('corp', { 'allowed-domains': ['Example.com'], 'creates-accounts': false });
  await world.person({ email: 'known@example.com' });

  const known = await signInAt(world, { claims: { sub: 'known', email: 'known@EXAMPLE.com' } });
  const unknown = await signInAt(world, { claims: { sub: 'unknown', email: 'unknown@example.com' } });
  const outside = await signInAt(world, { claims: { sub: 'outside', email: 'a@sub.example.com' } });

  assert.deepEqual(
    [known, unknown, outside].map(({ answer }) => answer.status),
    [303, 403, 403],
  );
  assert.deepEqual(await refusalsIn(world), ['no-new-accounts', 'domain-not-allowed']);
});

onEachEngineWithProviders(
  'An account of one provider cannot be used through another provider until it is linked',
  async (world) => {
    await addProvider(world.admin, world.other, { key: 'other', name: 'Other' });
    const { browser } = await signInAt(world, { claims: { preferred_username: 'alice' } });

    const before = await signInAt(world, { key: 'other', claims: { sub: '42' } });
    await proveAt(world, browser, signedInNow(world));
    const page = await browser.open('/');
    const linking = await browser.send(page, '/users/oidc/link/other');
    const [, address = ''] = /0;url=(.*)/.exec(linking.headers.get('refresh') ?? '') ?? [];
    const linked = await bringBack(browser, world.other.authorize(address), 'other');
    const after = await enterAt(world, { key: 'other', claims: { sub: '42' } });

    assert.deepEqual([before.answer.status, linked.status, after.title], [403, 200, 'Hello, alice · Tipstaff']);
    assert.deepEqual(await refusalsIn(world), ['linked-elsewhere']);
  },
);

onEachEngineWithProviders(
  'An unreachable provider keeps its button, and administrators can still sign in',
  async (world) => {
    const { user } = await world.person({ isAdmin: true, password: 'correct horse battery staple' });
    await world.corp[Symbol.asyncDispose]();
    const browser = browserOf(world.url);

    const page = await browser.open('/sign-in');
    const away = await browser.open('/users/oidc/login?provider=corp');
    const inside = await browser.send(page, '/sign-in', {
      login: user.username,
      password: 'correct horse battery staple',
    });

    assert.match(page.source, /Sign in with Corp/);
    assert.equal(away.status, 503);
    assert.equal(inside.title, `Hello, ${user.username} · Tipstaff`);
  },
);

const buttons = (source: string) => [...source.matchAll(/Sign in with ([\w -]+)/g)].map(([, name]) => name);

onEachEngineWithProviders(
  'The browser remembers a SAML sign-in as its last choice, like any other provider',
  async (world) => {
    await enableSso(world);
    const { browser } = await signInAt(world);

    const { answer } = await signInBySso(world, { nameId: 'bob@example.com' }, browser);
    await browser.open(answer.headers.get('location') ?? '');
    browser.cookies.delete('tipstaff_session');
    const after = await browser.open('/sign-in');

    assert.deepEqual(buttons(after.source), ['single sign-on', 'Corp']);
  },
);

onEachEngineWithProviders("Buttons are in order, and the browser's last choice comes first", async (world) => {
  await addProvider(world.admin, world.other, { key: 'other', name: 'Other', position: 1 });
  const before = await browserOf(world.url).open('/sign-in');

  const { browser, answer } = await signInAt(world);
  await browser.open(answer.headers.get('location') ?? '');
  browser.cookies.delete('tipstaff_session');
  const after = await browser.open('/sign-in');
  await world.change('other', { enabled: false });
  const disabled = await browser.open('/sign-in');
  const absent = await browser.open('/users/oidc/login?provider=other');

  assert.deepEqual(
    [before, after, disabled].map(({ source }) => buttons(source)),
    [['Other', 'Corp'], ['Corp', 'Other'], ['Corp']],
  );
  assert.equal(absent.status, 404);
});

onEachEngineWithProviders('A provider whose credential cannot be decrypted reports this', async (world) => {
  const problem = async () => (await world.admin.get('/admin/oidc-providers')).body.data[0].attributes.problem;
  const before = await problem();
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('oidc_providers').set({ sealed_credential: 'v1.lost.AAAA' })),
  );

  const lost = await problem();
  const away = await browserOf(world.url).open('/users/oidc/login?provider=corp');
  await world.change('corp', { 'client-secret': 'entered again' });

  assert.equal(away.status, 503);
  assert.deepEqual(
    [before, lost, await problem()],
    [null, 'The client secret cannot be decrypted. Enter it again.', null],
  );
});
