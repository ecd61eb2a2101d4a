import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
import { type Browser, browserOf, type Seen } from '../../../../test/support/browser.ts';
import {
  bringBack,
  type OpenIdWorld,
  onEachEngineWithProviders,
  refusalsIn,
} from '../../../../test/support/openid/world.ts';
import { textIn } from '../../../../test/support/page.ts';
import { password } from '../../../../test/support/session.ts';

const administrator = async (world: OpenIdWorld): Promise<Browser> => {
  const { user } = await world.person({ password, isAdmin: true });
  const browser = browserOf(world.url);
  await browser.send(await browser.open('/sign-in'), '/sign-in', { login: user.username, password });
  return browser;
};

/**
 * Starts a dry run. Returns the page and the provider's URL in the page. The URL is missing if the dry run could not
 * start.
 */
const begin = async (browser: Browser): Promise<{ readonly page: Seen; readonly address: string }> => {
  const page = await browser.send(await browser.open('/'), '/users/oidc/check/corp');
  const [, address = ''] = /0;url=(.*)/.exec(page.headers.get('refresh') ?? '') ?? [];
  return { page, address };
};

const check = async (world: OpenIdWorld, browser: Browser, claims: object): Promise<string> => {
  world.corp.forge({ claims: { ...claims } });
  const { address } = await begin(browser);
  return textOf(await bringBack(browser, world.corp.authorize(address)));
};

const textOf = ({ bytes }: Pick<Answer, 'bytes'>): string => textIn(bytes.toString());

onEachEngineWithProviders('A dry run shows each claim, its use and its problem, and changes nothing', async (world) => {
  await world.change('corp', { enabled: false, 'site-admin-claim': '', 'site-admin-value': 'bosses' });
  const browser = await administrator(world);

  const whole = await check(world, browser, {
    sub: 'alice',
    preferred_username: 'alice',
    groups: ['developers', ...Array.from({ length: 20 }, (_, index) => `team-${index}`)],
  });
  const poor = await check(world, browser, { email_verified: false, groups: { a: 1 }, preferred_username: ['al'] });

  assert.match(whole, /The sign-in would succeed\..*Account alice would be created/);
  assert.match(
    whole,
    /Person sub alice .*Username of a new account preferred_username alice .*email alice@example\.com/,
  );
  assert.match(whole, /Address confirmation email_verified true Groups groups developers, team-0,.* team-8, 11 more/);
  assert.match(
    whole,
    /Site administrator .* The claim does not contain "bosses": the user is not a site administrator/,
  );
  assert.match(poor, /The sign-in would be refused\. A claim that the settings name is not text/);
  assert.match(
    poor,
    /preferred_username al The claim is not text\..*false The provider does not confirm that the address is verified/,
  );
  assert.match(poor, /groups \{"a":1\} The claim is neither text nor a list of texts/);
  assert.deepEqual(await refusalsIn(world), []);
  assert.equal((await world.admin.get('/admin/users?q=alice')).body.data.length, 0);
});

onEachEngineWithProviders('A dry run tells only administrators why the provider cannot be used', async (world) => {
  const browser = await administrator(world);
  await world.change('corp', { 'client-secret': 'another one' });
  const { address } = await begin(browser);
  const response = world.corp.authorize(address);
  const refused = await bringBack(browser, response);
  const again = await bringBack(browser, response);
  await world.corp[Symbol.asyncDispose]();
  world.advance(2 * 24 * 3_600_000);
  const { page } = await begin(await administrator(world));

  assert.match(textOf(refused), /The sign-in would be refused\. The provider refused this service as a client/);
  assert.match(page.text, /The sign-in would be refused\. The provider cannot be reached/);
  assert.equal(again.status, 403);
  assert.doesNotMatch(textOf(again), /would be refused/);
});
