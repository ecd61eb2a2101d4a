// Tests of sign-ins while a provider is unreachable, and while it rotates its keys.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { browserOf } from '../../../../test/support/browser.ts';
import { answerJson } from '../../../../test/support/openid/forging-provider.ts';
import {
  bringBack,
  type OpenIdWorld,
  onEachEngineWithProviders,
  refusalsIn,
  signInAt,
  startAt,
} from '../../../../test/support/openid/world.ts';
import { password, sessionClientOf } from '../../../../test/support/session.ts';

const minute = 60_000;
const documents = ['/.well-known/openid-configuration', '/keys'];

/** Number of requests for the provider's metadata and keys so far. */
const fetched = ({ corp }: OpenIdWorld): number => corp.paths.filter((path) => documents.includes(path)).length;

const fail = (response: ServerResponse) => answerJson(response, 503, {});

const isIn = async ({ browser }: { readonly browser: ReturnType<typeof browserOf> }): Promise<boolean> =>
  (await browser.open('/')).title.startsWith('Hello');

onEachEngineWithProviders(
  'While a provider is unreachable for an hour, signed-in people stay signed in, and sign-ins work again afterwards',
  async (world) => {
    const { user } = await world.person({ isAdmin: true, password });
    const before = await signInAt(world);
    const away = Object.fromEntries([...documents, '/token', '/userinfo'].map((path) => [path, fail]));
    const statuses = new Set<number>();
    const fetchedBefore = fetched(world);

    for (let passed = 0; passed < 60; passed += 5) {
      world.advance(5 * minute);
      world.corp.forge({ answers: away });
      const browser = browserOf(world.url);
      // The authorization URL comes from cached metadata, and the authorization code was issued before the provider
      // failed.
      const address = await startAt(browser);
      statuses.add((await bringBack(browser, world.corp.authorize(address))).status);
    }
    const local = await sessionClientOf(world.url).signIn(user.username);
    const inside = await isIn(before);
    const requests = fetched(world) - fetchedBefore;
    world.corp.forge({});
    world.advance(minute);
    const after = await signInAt(world);

    assert.deepEqual([[...statuses], local.status, inside], [[503], 201, true]);
    assert.deepEqual([after.answer.status, await isIn(after)], [303, true]);
    assert.deepEqual([...new Set(await refusalsIn(world))], ['provider-failed']);
    assert.ok(requests <= 12, `${requests} requests for documents in an hour`);
  },
);

onEachEngineWithProviders(
  'Requests by anybody cause at most one request in half a minute to an unreachable provider',
  async (world) => {
    world.corp.forge({ answers: Object.fromEntries(documents.map((path) => [path, fail])) });
    const start = () => browserOf(world.url).request({ method: 'GET', path: '/users/oidc/login?provider=corp' });
    const many = async () => {
      const answers = [];
      for (let count = 0; count < 6; count += 1) answers.push((await start()).status);
      const logout = await world.anonymous.request('POST', '//users/oidc/logout/corp', {
        raw: new URLSearchParams({ logout_token: 'a.b.c' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      return [...new Set(answers), logout.status, fetched(world)];
    };

    const first = await many();
    world.advance(minute / 2);
    const second = await many();

    assert.deepEqual(
      [first, second],
      [
        [503, 400, 1],
        [503, 400, 2],
      ],
    );
    // There is one refusal for each logout token, and one for all twelve started sign-ins.
    assert.deepEqual(await refusalsIn(world), Array(3).fill('provider-failed'));
  },
);

onEachEngineWithProviders('Sign-ins go on while the provider changes its keys', async (world) => {
  const statuses: number[] = [];
  const enter = async (sub: string) => {
    const claims = { sub, email: `${sub}@example.com` };
    statuses.push((await signInAt(world, { claims })).answer.status);
  };
  await enter('before');
  const fetchedBefore = fetched(world);

  for (const kid of ['second', 'third']) {
    world.advance(minute);
    await world.corp.rotate(kid);
    for (const person of ['a', 'b', 'c']) await enter(`${kid}-${person}`);
  }

  assert.deepEqual(statuses, Array(7).fill(303));
  assert.equal(fetched(world) - fetchedBefore, 2, 'the keys are fetched once for each change');
});

onEachEngineWithProviders(
  'A key that the provider withdraws is no longer accepted after ten minutes',
  async (world) => {
    const { signer } = world.corp;
    await signInAt(world);
    await world.corp.rotate('second');
    const signed = async () => {
      world.corp.forge({ idToken: (claims) => signer.sign(claims) });
      const browser = browserOf(world.url);
      return (await bringBack(browser, world.corp.authorize(await startAt(browser)))).status;
    };

    const soon = await signed();
    world.advance(10 * minute);
    const late = await signed();

    assert.deepEqual([soon, late], [303, 403]);
    assert.deepEqual(await refusalsIn(world), ['unknown-key']);
  },
);
