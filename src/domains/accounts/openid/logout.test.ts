import assert from 'node:assert/strict';
import type { Browser } from '../../../../test/support/browser.ts';
import {
  type OpenIdWorld,
  onEachEngineWithProviders,
  refusalsIn,
  signInAt,
} from '../../../../test/support/openid/world.ts';

const logout = (world: OpenIdWorld, token: string) =>
  world.anonymous.request('POST', '//users/oidc/logout/corp', {
    raw: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.open('/')).title.startsWith('Hello');

onEachEngineWithProviders('A logout token ends the sessions of a person once', async (world) => {
  const { browser } = await signInAt(world);
  const { browser: other } = await signInAt(world, { claims: { sub: 'bob', email: 'bob@example.com' } });
  const token = await world.corp.logoutToken();

  const first = await logout(world, token);
  const again = await logout(world, token);

  assert.deepEqual([first.status, again.status], [200, 400]);
  assert.deepEqual([await isSignedIn(browser), await isSignedIn(other)], [false, true]);
  assert.deepEqual(await refusalsIn(world), ['replayed']);
});

onEachEngineWithProviders('A logout token may name a session without a person', async (world) => {
  const { browser } = await signInAt(world, { claims: { sid: 'one' } });
  const { browser: kept } = await signInAt(world, { claims: { sid: 'two' } });

  const { status } = await logout(world, await world.corp.logoutToken({ sid: 'one', sub: undefined }));

  assert.equal(status, 200);
  assert.deepEqual([await isSignedIn(browser), await isSignedIn(kept)], [false, true]);
});

onEachEngineWithProviders("A sign-out here continues with the provider's sign-out", async (world) => {
  const { browser, answer } = await signInAt(world);
  const page = await browser.open(answer.headers.get('location') ?? '');

  const out = await browser.send(page, '/sign-out');

  const [, url = ''] = /0;url=(.*)/.exec(out.headers.get('refresh') ?? '') ?? [];
  const { origin, pathname, searchParams } = new URL(url);
  assert.equal(out.title, 'You are signed out · Tipstaff');
  assert.deepEqual([origin, pathname], [world.corp.issuer, '/logout']);
  assert.match(searchParams.get('id_token_hint') ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/);
  assert.equal(searchParams.get('post_logout_redirect_uri'), `${world.context.baseUrl()}/sign-in`);
});
