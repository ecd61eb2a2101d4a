// Tests that a stolen session or token cannot change the sign-in methods of an account, because such changes require
// proof of ownership.
import assert from 'node:assert/strict';
import type { JWTPayload } from 'jose';
import { auditOf } from '../../../../test/support/audit.ts';
import { type Browser, browserOf } from '../../../../test/support/browser.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { mailingOnEachEngine } from '../../../../test/support/mail.ts';
import { beginning, codeAt, enrol, withCode } from '../../../../test/support/one-time-codes.ts';
import {
  addProvider,
  type OpenIdWorld,
  onEachEngineWithProviders,
  proveAt,
  refusalsIn,
  signedInNow,
  signInAt,
} from '../../../../test/support/openid/world.ts';
import { honestResponse } from '../../../../test/support/saml/provider.ts';
import {
  bring,
  enableSso,
  keys,
  linkIdentity,
  reasonsIn,
  requestIn,
  signInBySso,
  specFor,
} from '../../../../test/support/saml/sso.ts';
import { password, sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { textingOnEachEngine } from '../../../../test/support/texting.ts';
import { onEachEngine, tokenOf, type World } from '../../../../test/support/world.ts';
import { getUser } from '../users/users.ts';

const minute = 60_000;
const linkPath = '/users/saml/link';

/** Returns a browser in which a person has signed in with a password. */
const browserOfPerson = async (world: World): Promise<Browser> => {
  const { browser: session } = await signedIn(world);
  const browser = browserOf(world.url);
  browser.cookies.set('tipstaff_session', session.cookie().replace('tipstaff_session=', ''));
  return browser;
};

const awayIn = ({ headers }: { readonly headers: Headers }): string =>
  /0;url=(.*)/.exec(headers.get('refresh') ?? '')?.[1] ?? '';

onEachEngine("A session alone cannot link an identity: the account's password is required first", async (world) => {
  await enableSso(world);
  const browser = await browserOfPerson(world);
  const start = await browser.open('/');

  const form = await browser.send(start, linkPath);
  const wrong = await browser.send(form, linkPath, { 'current-password': 'not the right one' });
  const right = await browser.send(wrong, linkPath, { 'current-password': password });

  assert.deepEqual(
    [form, wrong, right].map(({ status, headers }) => [status, awayIn({ headers }) !== '']),
    [
      [200, false],
      [422, false],
      [200, true],
    ],
  );
  assert.match(wrong.text, /Current password is wrong/);
});

/** Returns an API client with the browser's session cookie. */
const sessionOf = ({ url }: World, { cookies }: Browser) =>
  sessionClientOf(url, `tipstaff_session=${cookies.get('tipstaff_session')}`);

/** Signs in Alice through `corp`, her only way to sign in. */
const alice = async (world: OpenIdWorld) => {
  await addProvider(world.admin, world.other, { key: 'other', name: 'Other' });
  const { browser } = await signInAt(world, { claims: { preferred_username: 'alice' } });
  const link = async () => browser.send(await browser.open('/'), '/users/oidc/link/other');
  return { browser, link, user: await getUser(world.context, 'alice') };
};

onEachEngineWithProviders('An account without a password asks for a one-time code', async (world) => {
  const { browser, link, user } = await alice(world);
  const token = await tokenOf(world.context, user.id);
  const { secret } = await enrol(world, { user, token, client: clientOf(world.url, token) });
  const session = sessionOf(world, browser);
  const [identity] = (await session.get('/account/identities')).body.data;

  const form = await link();
  const wrong = await browser.send(form, '/users/oidc/link/', { 'one-time-code': '000000' });
  const right = await browser.send(wrong, '/users/oidc/link/', { 'one-time-code': codeAt(world, secret) });
  const again = await browser.send(wrong, '/users/oidc/link/', { 'one-time-code': codeAt(world, secret) });
  const unlinked = await session.delete(`/account/identities/${identity.id}`);

  assert.deepEqual(
    [form, wrong, right, again].map(({ status, headers }) => [status, awayIn({ headers }) !== '']),
    [
      [200, false],
      [422, false],
      [200, true],
      [422, false],
    ],
  );
  assert.equal(unlinked.body.errors[0].source.pointer, '/data/attributes/one-time-code');
});

onEachEngineWithProviders(
  'A stolen session or token cannot set up a second factor to prove ownership with its codes',
  async (world) => {
    const { browser, user } = await alice(world);
    const token = clientOf(world.url, await tokenOf(world.context, user.id));
    const session = sessionOf(world, browser);

    const stolen = [
      await token.post('/account/two-factor'),
      await session.post('/account/two-factor'),
      await session.post('/account/two-factor', beginning()),
    ];
    await proveAt(world, browser, signedInNow(world));
    const byToken = await token.post('/account/two-factor');
    const proved = await session.post('/account/two-factor');
    const again = await session.post('/account/two-factor');

    assert.deepEqual(
      [...stolen, byToken, proved, again].map(({ status, body }) => [status, body.errors?.[0].code]),
      [
        [401, 'session-required'],
        [422, 'owner-proof-required'],
        [422, 'owner-proof-required'],
        [401, 'session-required'],
        [201, undefined],
        [422, 'owner-proof-required'],
      ],
    );
  },
);

onEachEngineWithProviders('Only wrong codes count as guesses, but not other refusals of the change', async (world) => {
  const { browser, user } = await alice(world);
  const token = await tokenOf(world.context, user.id);
  const { secret } = await enrol(world, { user, token, client: clientOf(world.url, token) });
  const session = sessionOf(world, browser);
  const [{ id }] = (await session.get('/account/identities')).body.data;
  const unlink = async (code: string) => {
    const json = documentOf('identities', { 'one-time-code': code });
    return (await session.request('DELETE', `/account/identities/${id}`, { json })).body.errors[0];
  };

  const answers = [];
  for (let time = 0; time < 6; time += 1) answers.push(await unlink(codeAt(world, secret)));
  for (let time = 0; time < 6; time += 1) answers.push(await unlink(codeAt(world, secret, 1_000)));

  assert.deepEqual(
    answers.map(({ status, code }) => [status, code]),
    [
      ...Array.from({ length: 6 }, () => ['422', 'wrong-state']),
      ...Array.from({ length: 5 }, () => ['422', 'wrong-one-time-code']),
      ['429', answers.at(-1).code],
    ],
  );
});

textingOnEachEngine(
  'A form that requires a code causes a text message, but opening a page does not',
  async (world, texting) => {
    const { client, user, browser: session } = await signedIn(world);
    const sent = () => texting.provider.messages.length;
    await client.post('/account/two-factor', beginning({ 'phone-number': '+15550101234' }));
    const code = texting.provider.messages.at(-1)?.body.slice(0, 6);
    await client.post('/account/two-factor/confirm', withCode(code));
    await world.context.database.transaction((tx) =>
      tx.run((db) => db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id)),
    );
    await enableSso(world);
    world.advance(minute);
    const browser = browserOf(world.url);
    browser.cookies.set('tipstaff_session', session.cookie().replace('tipstaff_session=', ''));

    const before = sent();
    const looked = await browser.open('/users/owner');
    const afterLook = sent();
    const form = await browser.send(await browser.open('/'), linkPath);

    assert.deepEqual([looked.status, form.status], [200, 200]);
    assert.deepEqual([before, afterLook, sent()], [1, 1, 2]);
  },
);

onEachEngineWithProviders(
  'A recent sign-in through a linked provider proves ownership for one change',
  async (world) => {
    const { browser, link } = await alice(world);
    const before = await link();
    const seconds = (at: number): JWTPayload => ({ auth_time: Math.floor(at / 1_000) });
    const now = world.context.clock.now();

    const refused = [
      await proveAt(world, browser),
      await proveAt(world, browser, seconds(now - 6 * minute)),
      await proveAt(world, browser, { ...seconds(now), sub: 'mallory', email: 'mallory@example.com' }),
    ];
    const unproved = await link();
    const proved = await proveAt(world, browser, signedInNow(world));
    const away = await link();
    const second = await link();

    assert.match(before.text, /Sign in again with Corp/);
    assert.deepEqual(
      [...refused, proved].map(({ status }) => status),
      [403, 403, 403, 200],
    );
    assert.deepEqual(await refusalsIn(world), ['not-signed-in-again', 'not-signed-in-again', 'linked-to-another']);
    assert.deepEqual(
      [unproved, away, second].map((page) => awayIn(page) !== ''),
      [false, true, false],
    );
  },
);

onEachEngineWithProviders(
  'A proof of ownership is valid for five minutes, and only in its own session',
  async (world) => {
    const { browser, link, user } = await alice(world);
    const { browser: elsewhere } = await signInAt(world);
    await proveAt(world, browser, signedInNow(world));

    const other = await elsewhere.send(await elsewhere.open('/'), '/users/oidc/link/other');
    world.advance(5 * minute + 1_000);
    const late = await link();

    assert.deepEqual([awayIn(other), awayIn(late)], ['', '']);
    const actions = (await auditOf(world, user.id)).map(({ action }) => action);
    assert.ok(actions.includes('user.prove-owner'));
  },
);

onEachEngine('SAML proves ownership with ForceAuthn and the time of the sign-in', async (world) => {
  const settings = await enableSso(world);
  const { browser } = await signInBySso(world);
  const prove = async (changes: object) => {
    const away = await browser.send(await browser.open('/users/owner'), '/users/saml/prove');
    const request = requestIn(awayIn(away));
    assert.match(request.xml, / ForceAuthn="true"/);
    return bring(browser, honestResponse(specFor(world, request, changes), keys));
  };
  const now = world.context.clock.now();

  const old = await prove({ notBefore: now - 6 * minute });
  const fresh = await prove({});
  const away = await browser.send(await browser.open('/'), linkPath);

  assert.deepEqual([old.status, fresh.status, awayIn(away) !== ''], [403, 200, true]);
  assert.deepEqual(await reasonsIn(world), ['not-signed-in-again']);
  assert.equal((await settings.get()).status, 200);
});

mailingOnEachEngine(
  'A link to a confirmed address proves ownership, unless the address is new',
  async (world, { delivered }) => {
    const { user, browser: session } = await signedIn(world);
    await linkIdentity(world, user.id);
    const change = (columns: object) =>
      world.context.database.transaction((tx) =>
        tx.run((db) => db.updateTable('users').set(columns).where('id', '=', user.id)),
      );
    await change({ password_hash: null });
    await enableSso(world);
    const browser = browserOf(world.url);
    browser.cookies.set('tipstaff_session', session.cookie().replace('tipstaff_session=', ''));
    const page = () => browser.open('/users/owner');

    await change({ email_changed_at: new Date(world.context.clock.now()).toISOString() });
    const ofNew = await page();
    await change({ email_changed_at: null });
    await browser.send(await page(), '/users/owner/link');
    const [mail] = await delivered();
    const [path = ''] = /\/users\/owner\/[\w-]{43}/.exec(mail?.text ?? '') ?? [];
    const byStranger = await (await browserOfPerson(world)).open(path);
    const proved = await browser.send(await browser.open(path), path);
    const away = await browser.send(await browser.open('/'), linkPath);
    world.advance(11 * minute);
    const late = await browser.open(path);

    assert.ok(!ofNew.text.includes('Send a link'));
    assert.deepEqual([mail?.to, byStranger.status, proved.status, late.status], [[user.email], 404, 200, 404]);
    assert.notEqual(awayIn(away), '');
  },
);

mailingOnEachEngine(
  'The owner is notified by mail when an identity is linked or unlinked',
  async (world, { delivered }) => {
    await enableSso(world);
    const { user, browser: session } = await signedIn(world);
    const browser = browserOf(world.url);
    browser.cookies.set('tipstaff_session', session.cookie().replace('tipstaff_session=', ''));

    const form = await browser.send(await browser.open('/'), linkPath);
    const away = await browser.send(form, linkPath, { 'current-password': password });
    await bring(browser, honestResponse(specFor(world, requestIn(awayIn(away)), { nameId: 'al@corp.example' }), keys));
    const linked = await delivered();
    const [{ id }] = (await session.get('/account/identities')).body.data;
    const path = `/account/identities/${id}`;
    await session.request('DELETE', path, { json: documentOf('identities', { 'current-password': password }) });
    const unlinked = await delivered();

    assert.deepEqual(
      [...linked, ...unlinked].map(({ to, subject }) => [...to, subject]),
      [
        [user.email, 'A way to sign in was added to your account at Tipstaff'],
        [user.email, 'A way to sign in was removed from your account at Tipstaff'],
      ],
    );
    assert.match(linked[0]?.text ?? '', /al@corp\.example/);
  },
);
