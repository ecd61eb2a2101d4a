import assert from 'node:assert/strict';
import { onEachEngine, system } from '../../../../test/support/world.ts';
import { countMatching } from './counts.ts';
import { recountUsers } from './recount.ts';
import { userCounts } from './store.ts';

onEachEngine('A recount misses no account that is created, suspended or deleted at the same time', async (world) => {
  const { context } = world;
  const { client } = await world.person({ isAdmin: true });
  const there = await Promise.all(Array.from({ length: 10 }, () => world.person()));

  const changes = there.flatMap(({ user: { id } }, index) => [
    index % 2 === 0 ? client.post(`/admin/users/${id}/actions/suspend`) : client.delete(`/admin/users/${id}`),
    world.person(),
    recountUsers(context, system),
  ]);
  await Promise.all(changes);
  const counts = await context.database.first(userCounts, {});
  const { before, after } = await recountUsers(context, system);

  assert.deepEqual(before, after);
  assert.equal(countMatching(counts), 16);
  assert.deepEqual(after, { active_members: 10, suspended_members: 5, active_admins: 1, suspended_admins: 0 });
});

onEachEngine('A recount restores deleted counters', async (world) => {
  const { context } = world;
  await world.person();
  await context.database.transaction((tx) => tx.run((db) => db.deleteFrom('user_counts')));

  await recountUsers(context, system);

  assert.equal(countMatching(await context.database.first(userCounts, {})), 1);
});
