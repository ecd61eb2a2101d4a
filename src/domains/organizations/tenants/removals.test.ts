import assert from 'node:assert/strict';
import type { Client } from '../../../../test/support/client.ts';
import { insertPolicies, newPolicy } from '../../../../test/support/policies.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { openRemoval } from '../../../runtime/jobs/removal.ts';
import { countRemoved } from './store.ts';

const namesFor = async (client: Client): Promise<readonly string[]> => {
  const { status, body } = await client.get('/organization-removals');
  assert.equal(status, 200);
  return body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
};

onEachEngine(
  'The person who deleted an organization and site administrators see the progress of its removal',
  async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    const admin = await world.person({ isAdmin: true });
    const stranger = await world.person();
    const policy = await newPolicy(home, 'gone');
    await insertPolicies(world, home, 1_200);
    await home.client.delete(`/policies/${policy}`);
    await home.client.delete(`/organizations/${home.name}`);
    world.advance(1);
    await other.client.delete(`/organizations/${other.name}`);
    const { database } = world.context;
    const { id } = home.organization;
    const untilCrash = await openRemoval({
      database,
      signal: new AbortController().signal,
      portion: (work) =>
        database.transaction(async (tx) => {
          const rows = await work(tx);
          await countRemoved(tx, id, rows);
          if (rows === 0) throw new Error('crash');
          return rows;
        }),
    });
    await untilCrash('tenants', [{ id }]).catch(() => undefined);

    const mine = await home.client.get('/organization-removals');
    const lists = [await namesFor(other.client), await namesFor(stranger.client), await namesFor(admin.client)];
    await admin.client.delete(`/admin/users/${other.owner.user.id}`);
    const afterwards = await admin.client.get('/organization-removals?page[size]=1&page[number]=2');
    await removeDeleted(world);

    const [first] = mine.body.data;
    const { 'removed-rows': rows, 'deleted-at': at, ...shown } = first.attributes;
    assert.deepEqual([mine.body.data.length, first.id, first.type], [1, id, 'organization-removals']);
    assert.deepEqual(shown, { name: home.name, 'deleted-by': home.owner.user.username });
    assert.ok(rows >= 1_200, `${rows} rows`);
    assert.ok(Date.parse(at) > 0, at);
    assert.deepEqual(lists, [[other.name], [], [home.name, other.name]]);
    assert.deepEqual(
      [afterwards.body.data[0].attributes.name, afterwards.body.data[0].attributes['deleted-by']],
      [other.name, null],
    );
    assert.equal(afterwards.body.meta.pagination['total-count'], 2);
    assert.deepEqual(await namesFor(admin.client), []);
  },
);
