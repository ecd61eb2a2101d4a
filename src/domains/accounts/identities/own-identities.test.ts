import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import type { Browser } from '../../../../test/support/browser.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { givePassword } from '../../../../test/support/console.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  addProvider,
  bringBack,
  type OpenIdWorld,
  onEachEngineWithProviders,
  proveAt,
  signedInNow,
  signInAt,
} from '../../../../test/support/openid/world.ts';
import { password, sessionClientOf } from '../../../../test/support/session.ts';
import { settingsOver } from '../../../../test/support/settings.ts';
import { tokenOf } from '../../../../test/support/world.ts';
import { getUser } from '../users/users.ts';

const path = '/account/identities';

const sessionIn = (world: OpenIdWorld, { cookies }: Browser) =>
  sessionClientOf(world.url, `tipstaff_session=${cookies.get('tipstaff_session')}`);

/** Signs in Alice through the provider `corp`. */
const alice = async (world: OpenIdWorld) => {
  const { browser } = await signInAt(world, { claims: { preferred_username: 'alice' } });
  const user = await getUser(world.context, 'alice');
  const session = sessionIn(world, browser);
  const idOf = async (name: string) => {
    const { data } = (await session.get(path)).body;
    return data.find((each: { attributes: object }) => Reflect.get(each.attributes, 'provider-name') === name)?.id;
  };
  return { browser, user, session, idOf };
};

const linkOther = async (world: OpenIdWorld, browser: Browser): Promise<void> => {
  await addProvider(world.admin, world.other, { key: 'other', name: 'Other' });
  await proveAt(world, browser, signedInNow(world));
  const linking = await browser.send(await browser.open('/'), '/users/oidc/link/other');
  const [, address = ''] = /0;url=(.*)/.exec(linking.headers.get('refresh') ?? '') ?? [];
  assert.equal((await bringBack(browser, world.other.authorize(address), 'other')).status, 200);
};

const withPassword = (text: string) => documentOf('identities', { 'current-password': text });

onEachEngineWithProviders('The password unlinks an identity, and the sessions that it opened end', async (world) => {
  const { user, session, idOf } = await alice(world);
  await givePassword(world, { user });
  const token = clientOf(world.url, await tokenOf(world.context, user.id));
  const own = await idOf('Corp');

  const bare = await token.delete(`${path}/${own}`);
  const wrong = await token.request('DELETE', `${path}/${own}`, { json: withPassword('wrong') });
  const unlinked = await token.request('DELETE', `${path}/${own}`, { json: withPassword(password) });
  const again = await token.request('DELETE', `${path}/${own}`, { json: withPassword(password) });

  assert.deepEqual(
    [bare, wrong].map(({ status, body }) => [status, body.errors[0].source.pointer, body.errors[0].code]),
    [
      [422, '/data/attributes/current-password', 'required'],
      [422, '/data/attributes/current-password', 'wrong-password'],
    ],
  );
  assert.deepEqual([unlinked.status, again.status], [204, 404]);
  assert.deepEqual([(await session.get(path)).status, (await token.get(path)).body.data], [401, []]);
  const entry = (await auditOf(world, user.id)).findLast(({ action }) => action === 'user.unlink-sso');
  assert.deepEqual(
    [Reflect.get(Object(entry?.actor), 'username'), entry?.change.before],
    [
      'alice',
      {
        provider: `openid ${world.corp.issuer}`,
        'name-id': 'alice',
        sessions: 1,
      },
    ],
  );
});

onEachEngineWithProviders('The only way to sign in to an account cannot be unlinked', async (world) => {
  const { browser, user, session, idOf } = await alice(world);
  const corp = `${path}/${await idOf('Corp')}`;
  const token = clientOf(world.url, await tokenOf(world.context, user.id));

  const unproved = await session.delete(corp);
  await proveAt(world, browser, signedInNow(world));
  const only = await session.delete(corp);
  await linkOther(world, browser);
  await world.change('other', { enabled: false });
  await proveAt(world, browser, signedInNow(world));
  const disabled = await session.delete(corp);
  await world.change('other', { enabled: true });
  const byToken = await token.delete(corp);
  const enough = await session.delete(`${path}/${await idOf('Other')}`);
  await proveAt(world, browser, signedInNow(world));
  const last = await session.delete(corp);

  assert.deepEqual(
    [unproved, only, disabled, byToken, enough, last].map(({ status, body }) => [status, body?.errors?.[0].code]),
    [
      [422, 'owner-proof-required'],
      [422, 'wrong-state'],
      [422, 'wrong-state'],
      [401, 'session-required'],
      [204, undefined],
      [422, 'wrong-state'],
    ],
  );
  assert.match(only.body.errors[0].detail, /the only way to sign in to your account/);
  assert.equal((await session.get('/account/details')).status, 200);
});

onEachEngineWithProviders(
  'A password does not count as a way to sign in while single sign-on is required',
  async (world) => {
    const { user, session, idOf } = await alice(world);
    await givePassword(world, { user });
    await settingsOver(world.admin, 'oidc-sign-in-settings').patch({ 'sso-required': true });

    const sent = { json: withPassword(password) };
    const refused = await session.request('DELETE', `${path}/${await idOf('Corp')}`, sent);

    assert.equal(refused.status, 422);
    assert.match(refused.body.errors[0].detail, /the only way to sign in to your account/);
  },
);

onEachEngineWithProviders(
  'If both identities of an account without a password are unlinked at the same time, one stays',
  async (world) => {
    const { browser, session, idOf } = await alice(world);
    await linkOther(world, browser);
    const ids = [await idOf('Corp'), await idOf('Other')];
    await proveAt(world, browser, signedInNow(world));

    const answers = await Promise.all(ids.map((id) => session.delete(`${path}/${id}`)));

    const { body } = await world.admin.get('/admin/users/alice/identities');
    assert.equal(answers.filter(({ status }) => status === 204).length, 1);
    assert.equal(body.data.length, 1);
  },
);
