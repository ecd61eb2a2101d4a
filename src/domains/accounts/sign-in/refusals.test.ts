// Tests that failed sign-ins are recorded, and that they do not lock out people who sign in from a known network.
import assert from 'node:assert/strict';
import { password, sessionClientOf, signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { checkDatabase } from '../../../cli/doctor/data.ts';
import { query } from '../../../db/query.ts';
import { recordRefusal } from './refusals.ts';
import { checkPassword } from './sign-in.ts';

const minute = 60_000;
const wrong = { password: 'not the right one' };

const refused = query()((db) =>
  db
    .selectFrom('audit_records')
    .select(['change', 'resource_id', 'address'])
    .where('action', '=', 'session.refuse')
    .orderBy('id'),
);

const refusalsIn = async ({ context: { database } }: World) =>
  (await database.rows(refused, {})).map(({ change, resource_id, address }) => ({
    ...JSON.parse(change).after,
    id: resource_id,
    address,
  }));

onEachEngine(
  'Failed sign-ins are audited with the account and the address, and without what was typed for a name',
  async (world) => {
    const { user } = await world.person({ password });
    const client = sessionClientOf(world.url);

    await client.signIn(user.username, wrong);
    await client.signIn('nobody', wrong);
    await client.signIn(user.username);

    const address = '127.0.0.1';
    assert.deepEqual(await refusalsIn(world), [
      { login: user.username, reason: 'password', id: user.id, address },
      { login: null, reason: 'password', id: '', address },
    ]);
  },
);

onEachEngine('Failed sign-ins are logged with the address', async (world) => {
  const lines: (readonly [object, string])[] = [];
  const log = { ...world.context.log, warn: (details: object, message: string) => void lines.push([details, message]) };
  const actor = { identity: { kind: 'anonymous' }, requestId: 'r-1', address: '192.0.2.7' } as const;

  await assert.rejects(checkPassword({ ...world.context, log }, actor, { login: 'nobody', ...wrong }));

  const details = { request: 'r-1', address: '192.0.2.7', login: null, reason: 'password' };
  assert.deepEqual(lines, [[details, 'a sign-in was refused']]);
});

onEachEngine('Attempts that are not counted are not recorded, and at most 600 an hour are recorded', async (world) => {
  const actor = { identity: { kind: 'anonymous' }, requestId: 'r-1', address: '192.0.2.7' } as const;

  for (let n = 0; n < 7; n += 1) await sessionClientOf(world.url).signIn('nobody', wrong);
  const counted = (await refusalsIn(world)).length;
  for (let n = 0; n < 600; n += 1) {
    await recordRefusal(world.context, actor, { account: undefined, reason: 'password' });
  }

  assert.equal(counted, 5);
  assert.equal((await refusalsIn(world)).length, 600);
});

/** Uses up the limit of this network by failed sign-ins with unknown names. */
const exhaust = async (world: World): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await sessionClientOf(world.url).signIn(`stranger-${n}`, wrong);
};

onEachEngine(
  'At an address with an exhausted limit, a login that signed in from there within 30 days can still sign in',
  async (world) => {
    const [known, other] = [await signedIn(world), await world.person({ password })];
    await exhaust(world);
    const signIn = async (name: string, attributes: object = {}) =>
      (await sessionClientOf(world.url).signIn(name, { ...attributes })).status;

    const others = [await signIn(other.user.username), await signIn('nobody')];
    const own = [await signIn(known.user.username, wrong), await signIn(known.user.username)];
    world.advance(31 * 24 * 60 * minute);
    await exhaust(world);
    const forgotten = await signIn(known.user.username);

    assert.deepEqual(others, [429, 429]);
    assert.deepEqual(own, [401, 201]);
    assert.equal(forgotten, 429);
  },
);

onEachEngine('A known login at an address with an exhausted limit has five attempts of its own', async (world) => {
  const { user } = await signedIn(world);
  await exhaust(world);
  const statuses: number[] = [];

  for (let n = 0; n < 6; n += 1) statuses.push((await sessionClientOf(world.url).signIn(user.username, wrong)).status);

  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
});

onEachEngine('A forwarded address without a trusted proxy is reported by doctor', async (world) => {
  const { config } = world.context;
  const warnings = async () =>
    (await checkDatabase({ ...config })).filter(({ check }) => check === 'proxy').map(({ status }) => status);
  const before = await warnings();

  await world.anonymous.get('/ping', { headers: { 'x-forwarded-for': '192.0.2.1' } });
  let after = await warnings();
  // The entry is written after the response is sent, so the test waits for it.
  while (after.length === 0) after = await warnings();

  assert.deepEqual([before, after], [[], ['warning']]);
});
