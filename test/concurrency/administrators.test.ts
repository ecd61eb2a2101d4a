// Administrators who change each other's status concurrently. An active administrator always remains, and the counters
// stay correct. `CONCURRENCY_ROUNDS` is the number of times that each race runs.
import assert from 'node:assert/strict';
import { query } from '../../src/db/query.ts';
import { act, administrator, remove, statusCounts } from '../support/admin-users.ts';
import type { Answer } from '../support/answer.ts';
import type { Client } from '../support/client.ts';
import { enrol } from '../support/one-time-codes.ts';
import { inRounds, statusesOf } from '../support/races.ts';
import { onEachEngine, type Person, type World } from '../support/world.ts';

const statuses = query()((db) => db.selectFrom('users').select(['id', 'is_admin', 'is_suspended']));

/** Returns the number of accounts. Fails unless the stored counters match this number. */
const assertCounted = async ({ context }: World, client: Client): Promise<number> => {
  const rows = await context.database.rows(statuses, {});
  const suspended = rows.filter(({ is_suspended }) => is_suspended === 1);
  const admins = rows.filter(({ is_admin }) => is_admin === 1);
  const counts = await statusCounts(client);
  assert.deepEqual(counts, {
    total: rows.length,
    suspended: suspended.length,
    admin: admins.length,
    listed: rows.length,
  });
  return admins.filter(({ is_suspended }) => is_suspended === 0).length;
};

const opposites = {
  suspend: 'unsuspend',
  unsuspend: 'suspend',
  grant_admin: 'revoke_admin',
  revoke_admin: 'grant_admin',
};

for (const [action, opposite] of Object.entries(opposites)) {
  onEachEngine(`Of fifty concurrent requests to ${action} the same user, one succeeds`, async (world) => {
    const { client } = await administrator(world);
    const { user } = await world.person();
    if (['unsuspend', 'revoke_admin'].includes(action)) await act(client, user.id, opposite);

    const answers = await Promise.all(Array.from({ length: 50 }, () => act(client, user.id, action)));

    assert.deepEqual(statusesOf(answers), { 200: 1, 400: 49 });
    assert.ok((await assertCounted(world, client)) > 0);
  });
}

onEachEngine(
  'Of fifty requests at once that disable the two-factor authentication of the same user, one succeeds',
  async (world) => {
    const { client } = await administrator(world);
    const person = await world.person();
    await enrol(world, person);

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => act(client, person.user.id, 'disable_two_factor')),
    );

    assert.deepEqual(statusesOf(answers), { 200: 1, 400: 49 });
  },
);

onEachEngine('Of fifty concurrent deletions of the same user, one succeeds', async (world) => {
  const { client } = await administrator(world);
  const { user } = await world.person();

  const answers = await Promise.all(Array.from({ length: 50 }, () => remove(client, user.id)));

  assert.deepEqual(statusesOf(answers), { 204: 1, 404: 49 });
  await assertCounted(world, client);
});

type Attack = (attacker: Client, id: string) => Promise<Answer>;

const attacks: Readonly<Record<string, Attack>> = {
  suspend: (attacker, id) => act(attacker, id, 'suspend'),
  demote: (attacker, id) => act(attacker, id, 'revoke_admin'),
  delete: (attacker, id) => remove(attacker, id),
};

/**
 * Makes the only two active administrators attack each other concurrently. Administrators from earlier rounds are
 * demoted first.
 */
const duel = async (world: World, one: Attack, other: Attack): Promise<void> => {
  const [left, right] = [await administrator(world), await administrator(world)];

  const answers = await Promise.all([one(left.client, right.user.id), other(right.client, left.user.id)]);

  assert.ok(
    answers.every(({ status }) => [200, 204, 401, 404, 422].includes(status)),
    JSON.stringify(statusesOf(answers)),
  );
  const rows = await world.context.database.rows(statuses, {});
  const active = rows.filter(({ is_admin, is_suspended }) => is_admin === 1 && is_suspended === 0);
  assert.equal(active.length, 1, JSON.stringify(answers.map(({ status }) => status)));
  const [survivor] = [left, right].filter(({ user }) => user.id === active[0]?.id);
  assert.ok(survivor);
  await assertCounted(world, survivor.client);
  await demoteOthers(world, survivor);
};

/** Demotes the remaining administrator directly in the database, so that the next round begins with two. */
const demoteOthers = async ({ context }: World, { user }: Person): Promise<void> => {
  await context.database.transaction(async (tx) => {
    await tx.run((db) => db.deleteFrom('users').where('id', '=', user.id));
    await tx.run((db) =>
      db.updateTable('user_counts').set(({ eb }) => ({ active_admins: eb('active_admins', '-', 1) })),
    );
  });
};

const pairs = Object.keys(attacks).flatMap((one) => Object.keys(attacks).map((other) => [one, other] as const));

for (const [one, other] of pairs.filter(([first, second]) => first <= second)) {
  onEachEngine(`If two administrators ${one} and ${other} each other at once, one of them remains`, async (world) => {
    const [first, second] = [attacks[one], attacks[other]];
    assert.ok(first && second);

    await inRounds(() => duel(world, first, second));
  });
}

onEachEngine('Of several administrators who all give up the role at once, one remains', async (world) => {
  await inRounds(async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => administrator(world)));

    const answers = await Promise.all(people.map(({ client, user }) => act(client, user.id, 'revoke_admin')));

    assert.deepEqual(statusesOf(answers), { 200: 5, 422: 1 });
    const [survivor] = people.filter((_, index) => answers[index]?.status === 422);
    assert.ok(survivor);
    assert.equal(await assertCounted(world, survivor.client), 1);
    await demoteOthers(world, survivor);
  });
});
