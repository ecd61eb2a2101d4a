import assert from 'node:assert/strict';
import { advanceTo, day, newToken, publishedKids, timersOf, verified } from '../../../../test/support/oidc.ts';
import { longTimeouts } from '../../../../test/support/postgres-databases.ts';
import { onEachEngine, system, type World } from '../../../../test/support/world.ts';
import type { Context } from '../../../context.ts';
import { openDatabase } from '../../../db/open.ts';
import { query } from '../../../db/query.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { rotateKey } from './oidc.ts';
import { keyUpkeep } from './upkeep.ts';

const second = 1_000;

const upkeep = ({ context }: World): Promise<boolean> => runOnce(context, keyUpkeep(context));

const allKids = query()((db) => db.selectFrom('oidc_keys').select('kid'));

const actionsIn = query()((db) =>
  db.selectFrom('audit_records').select(['action', 'actor']).where('action', 'like', 'oidc.%').orderBy('id'),
);
const recorded = async ({ context }: World): Promise<readonly string[]> => {
  const rows = await context.database.rows(actionsIn, {});
  return rows.map(({ action }) => action).filter((action) => action !== 'oidc.sign');
};

onEachEngine('The first key is created soon after the start, by only one instance', async (world) => {
  await using other = await openDatabase(world.context.config, longTimeouts);
  const contexts: readonly Context[] = [world.context, { ...world.context, database: other }];

  const first = await Promise.all(contexts.map((context) => runOnce(context, keyUpkeep(context))));
  const again = await upkeep(world);

  assert.ok(first.includes(true));
  assert.equal(again, false);
  assert.deepEqual(await recorded(world), ['oidc.create-key']);
  assert.equal((await publishedKids(world)).length, 1);
});

onEachEngine('The key is rotated after 90 days, and the old key is trimmed 30 days later', async (world) => {
  const [first] = await publishedKids(world);
  const { nextRotationAt } = await timersOf(world);
  const kidsAt = async (moment: string, milliseconds: number) => {
    advanceTo(world, moment, milliseconds);
    await upkeep(world);
    return publishedKids(world);
  };

  const before = await kidsAt(nextRotationAt, -second);
  const token = await newToken(world);
  const rotated = await kidsAt(nextRotationAt, 0);
  const { nextTrimAt, nextRotationAt: following } = await timersOf(world);
  const untrimmed = await kidsAt(nextTrimAt, -second);
  await verified(world, token, Date.parse(nextRotationAt));
  const trimmed = await kidsAt(nextTrimAt, 0);

  assert.deepEqual(before, [first]);
  assert.deepEqual(rotated, [rotated[0], first]);
  assert.deepEqual(untrimmed, rotated);
  assert.deepEqual(trimmed, [rotated[0]]);
  await assert.rejects(verified(world, token, Date.parse(nextRotationAt)), { code: 'ERR_JWKS_NO_MATCHING_KEY' });
  assert.ok(Math.abs(Date.parse(nextTrimAt) - Date.parse(nextRotationAt) - 30 * day) < 10 * second);
  assert.ok(Math.abs(Date.parse(following) - Date.parse(nextRotationAt) - 90 * day) < 10 * second);
  assert.deepEqual(await recorded(world), ['oidc.create-key', 'oidc.rotate-key', 'oidc.trim-key']);
});

onEachEngine('With many instances, each timer fires once', async (world) => {
  await using other = await openDatabase(world.context.config, longTimeouts);
  const contexts: readonly Context[] = [world.context, { ...world.context, database: other }];
  await publishedKids(world);
  world.advance(91 * day);
  const run = (context: Context) =>
    keyUpkeep(context).run({ transaction: context.database.transaction, signal: new AbortController().signal });

  await Promise.all([...contexts, ...contexts].map(run));

  assert.equal((await publishedKids(world)).length, 2);
  assert.deepEqual(await recorded(world), ['oidc.create-key', 'oidc.rotate-key']);
});

onEachEngine('Rotations and trims that were missed while no instance ran are done once', async (world) => {
  await publishedKids(world);
  world.advance(400 * day);

  await upkeep(world);
  const again = await upkeep(world);

  const { nextRotationAt, nextTrimAt } = await timersOf(world);
  const now = world.context.clock.now();
  assert.equal(again, false);
  assert.equal((await publishedKids(world)).length, 2);
  assert.equal(Math.round((Date.parse(nextRotationAt) - now) / day), 90);
  assert.equal(Math.round((Date.parse(nextTrimAt) - now) / day), 30);
});

onEachEngine(
  'A manual rotation postpones the next one, and the old key is trimmed at the earliest 30 days later',
  async (world) => {
    await publishedKids(world);
    world.advance(20 * day);
    const token = await newToken(world);
    const { nextTrimAt } = await timersOf(world);
    await rotateKey(world.context, system);
    const rotatedAt = world.context.clock.now();
    const kids = await publishedKids(world);

    advanceTo(world, nextTrimAt);
    await upkeep(world);
    const later = await publishedKids(world);
    await verified(world, token, rotatedAt);
    world.advance(rotatedAt + 30 * day + second - world.context.clock.now());
    await upkeep(world);

    const { nextRotationAt } = await timersOf(world);
    assert.deepEqual(later, kids);
    assert.deepEqual(await publishedKids(world), [kids[0]]);
    assert.equal(Math.round((Date.parse(nextRotationAt) - rotatedAt) / day), 90);
  },
);

onEachEngine('A crash in the middle of a rotation leaves the keys as they were', async (world) => {
  const kids = await publishedKids(world);
  const token = await newToken(world);
  world.advance(91 * day);
  const { database } = world.context;
  const crashing = keyUpkeep(world.context).run({
    signal: new AbortController().signal,
    transaction: (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        if ((await tx.rows(allKids, {})).length > 1) throw new Error('crash');
        return result;
      }),
  });

  await assert.rejects(crashing, /crash/);
  const after = await publishedKids(world);
  await verified(world, token, world.context.clock.now() - 91 * day);
  await upkeep(world);

  assert.deepEqual(after, kids);
  assert.equal((await publishedKids(world)).length, 2);
  await verified(world, await newToken(world));
});
