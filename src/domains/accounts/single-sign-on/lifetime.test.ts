import assert from 'node:assert/strict';
import { clientOf } from '../../../../test/support/client.ts';
import { onEachProtocol } from '../../../../test/support/sign-in-scene.ts';
import { tokenOf, type World } from '../../../../test/support/world.ts';
import { getUser } from '../users/users.ts';

const hour = 3_600_000;

/** Returns a function that sends a request with one of Alice's tokens and returns the status. */
const statusByToken = async ({ context, url }: World): Promise<() => Promise<number>> => {
  const { id } = await getUser(context, 'alice');
  const client = clientOf(url, await tokenOf(context, id));
  return async () => (await client.get('/account/details')).status;
};

onEachProtocol(
  "A person's tokens stop working if the last sign-in is too long ago, and work again after the next one",
  async ({ world, settings, enter }) => {
    await settings.patch({ 'sso-api-token-session-timeout': 7_200 });
    const { client: other } = await world.person();
    await enter();
    const status = await statusByToken(world);

    world.advance(2 * hour - 60_000);
    const before = await status();
    world.advance(60_000);
    const after = await status();
    await enter();
    const again = await status();

    assert.deepEqual([before, after, again], [200, 401, 200]);
    assert.equal((await other.get('/account/details')).status, 200);
  },
);

onEachProtocol(
  'The timeout follows the current settings, and does not apply while single sign-on is off',
  async ({ world, settings: { patch }, enter }) => {
    await enter();
    const status = await statusByToken(world);
    world.advance(hour);

    const inTime = await status();
    await patch({ 'sso-api-token-session-timeout': 60 });
    const shortened = await status();
    await patch({ enabled: false });
    const off = await status();

    assert.deepEqual([inTime, shortened, off], [200, 401, 200]);
  },
);

onEachProtocol(
  "A session ends after the session limit or the idle limit that the person's organizations set",
  async (scene) => {
    const { world, signIn, enter } = scene;
    await enter();
    const { id } = await getUser(world.context, 'alice');
    const home = await world.home();
    const ofHome = (attributes: object) =>
      home.client.patch(`/organizations/${home.name}`, { data: { type: 'organizations', attributes } });
    const invited = { data: { type: 'organization-memberships', attributes: { email: 'alice@example.com' } } };
    assert.equal((await home.client.post(`/organizations/${home.name}/organization-memberships`, invited)).status, 201);
    const opened = async () => (await signIn()).browser;
    const isIn = async (browser: Awaited<ReturnType<typeof opened>>) =>
      (await browser.open('/')).title.startsWith('Hello');

    assert.equal((await ofHome({ 'session-timeout': 30 })).status, 200);
    const idle = await opened();
    world.advance(29 * 60_000);
    const used = await isIn(idle);
    world.advance(31 * 60_000);
    const unused = await isIn(idle);
    assert.equal((await ofHome({ 'session-timeout': null, 'session-remember': 60 })).status, 200);
    const busy = await opened();
    const seen: boolean[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      world.advance(25 * 60_000);
      seen.push(await isIn(busy));
    }

    assert.deepEqual([used, unused, seen], [true, false, [true, true, false]], id);
  },
);
