import assert from 'node:assert/strict';
import type { Client } from '../../../../test/support/client.ts';
import { identifiers } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { setPlan } from '../../../../test/support/plans.ts';
import { deprecating, reinstating, type SeededModule, seedModule } from '../../../../test/support/seeded-modules.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

const day = 86_400_000;
const listOf = (home: Home): string => `/organizations/${home.name}/registry-modules/deprecations-in-use`;

/** Downloads a version one second after all previous downloads. */
const download = async (world: World, client: Client, { address }: SeededModule, version: string): Promise<void> => {
  world.advance(1_000);
  const { status } = await client.get(`//api/registry/v1/modules/${address}/${version}/download`);
  assert.equal(status, 204);
};

const deprecate = async (home: Home, { path }: SeededModule, version: string, statement = {}): Promise<void> => {
  assert.equal((await home.client.patch(`${path}/${version}`, deprecating(statement))).status, 200);
};

const versionsIn = async (client: Client, path: string): Promise<readonly string[]> =>
  (await client.get(path)).body.data.map(
    ({ attributes }: { attributes: Record<string, string> }) => `${attributes.name} ${attributes.version}`,
  );

onEachEngine('Deprecated versions in use are listed with their consumers, for managers of modules', async (world) => {
  const home = await world.home();
  const person = await newMember(world, home);
  const teamId = await newTeam(world, home, []);
  const team = await clientOfOwner(world, { kind: 'team', id: teamId, organizationId: home.organization.id });
  const network = await seedModule(world, home, { name: 'network', versions: ['1.0.0', '1.1.0', '2.0.0'] });
  const storage = await seedModule(world, home, { name: 'storage' });
  const unused = await seedModule(world, home, { name: 'unused' });
  await deprecate(home, network, '1.0.0', { reason: 'It opens port 22.', link: 'https://example.com/7' });
  await deprecate(home, unused, '1.0.0');
  await download(world, person.client, storage, '1.0.0');
  await deprecate(home, storage, '1.0.0');
  await download(world, team, network, '1.0.0');
  await download(world, person.client, network, '1.0.0');
  await download(world, person.client, network, '2.0.0');

  const byOwner = await home.client.get(listOf(home));
  const byMember = await person.client.get(listOf(home));
  const second = await home.client.get(`${listOf(home)}?page[size]=1&page[number]=2`);
  await setPlan(world, home, 'standard');
  const withoutPlan = await home.client.get(listOf(home));

  const [first, other] = byOwner.body.data;
  const { consumers, 'last-downloaded-at': last, ...rest } = first.attributes;
  assert.deepEqual(rest, {
    name: 'network',
    provider: 'aws',
    version: '1.0.0',
    reason: 'It opens port 22.',
    link: 'https://example.com/7',
    'newest-version': '2.0.0',
    'consumer-count': 2,
    'workspace-count': 0,
    workspaces: [],
  });
  assert.deepEqual(
    consumers.map((each: Record<string, unknown>) => [each['consumer-type'], each['consumer-name'], each.count]),
    [
      ['user', person.user.username, 1],
      ['team', (await home.client.get(`/teams/${teamId}`)).body.data.attributes.name, 1],
    ],
  );
  assert.equal(first.relationships['registry-module'].data.id, network.id);
  // The time of the last download is updated at most once a minute. The user's download came one second after the
  // team's download, so only the time of the team's download was stored.
  assert.equal(last, consumers[1]['last-downloaded-at']);
  assert.deepEqual(
    [other.attributes.name, other.attributes['newest-version'], other.attributes['consumer-count']],
    ['storage', null, 1],
  );
  assert.equal(byOwner.body.meta.pagination['total-count'], 2);
  assert.deepEqual(second.body.data, [other]);
  const withoutConsumers = { consumers: null, 'consumer-count': null };
  for (const { body } of [byMember, withoutPlan]) {
    assert.deepEqual(
      body.data.map(({ attributes }: { attributes: object }) => attributes),
      [first, other].map(({ attributes }) => ({ ...attributes, ...withoutConsumers })),
    );
  }
});

onEachEngine('The five latest consumers of a version are listed, and all consumers are counted', async (world) => {
  const home = await world.home();
  const module = await seedModule(world, home);
  await deprecate(home, module, '1.0.0');
  const people = await Promise.all(Array.from({ length: 6 }, () => newMember(world, home)));
  for (const { client } of people) await download(world, client, module, '1.0.0');
  await download(world, home.client, module, '1.0.0');

  const { body } = await home.client.get(listOf(home));

  const { consumers, 'consumer-count': count } = body.data[0].attributes;
  const latest = [home.owner, ...people.slice(2).toReversed()].map(({ user }) => user.id);
  assert.deepEqual(
    consumers.map((each: Record<string, unknown>) => each['consumer-id']),
    latest,
  );
  assert.equal(count, 7);
});

onEachEngine('A version is in use for 30 days after its last download', async (world) => {
  const home = await world.home();
  const [left, kept] = [
    await seedModule(world, home, { name: 'left' }),
    await seedModule(world, home, { name: 'kept' }),
  ];
  for (const module of [left, kept]) {
    await deprecate(home, module, '1.0.0');
    await download(world, home.client, module, '1.0.0');
  }

  world.advance(20 * day);
  await download(world, home.client, kept, '1.0.0');
  const before = await versionsIn(home.client, listOf(home));
  world.advance(11 * day);
  const after = await versionsIn(home.client, listOf(home));

  assert.deepEqual(before, ['kept 1.0.0', 'left 1.0.0']);
  assert.deepEqual(after, ['kept 1.0.0']);
});

onEachEngine('Reinstated and deleted versions leave the list', async (world) => {
  const home = await world.home();
  const modules = await Promise.all(
    ['reinstated', 'deleted', 'one-deleted', 'stays'].map((name) =>
      seedModule(world, home, { name, versions: ['1.0.0', '2.0.0'] }),
    ),
  );
  for (const module of modules) {
    await deprecate(home, module, '1.0.0');
    await download(world, home.client, module, '1.0.0');
  }
  const [reinstated, deleted, oneDeleted] = modules;

  const before = await versionsIn(home.client, listOf(home));
  const answers = [
    await home.client.patch(`${reinstated?.path}/1.0.0`, reinstating),
    await home.client.delete(`${deleted?.path}`),
    await home.client.delete(`${oneDeleted?.path}/1.0.0`),
  ];
  const after = await versionsIn(home.client, listOf(home));

  assert.deepEqual(before, ['stays 1.0.0', 'one-deleted 1.0.0', 'deleted 1.0.0', 'reinstated 1.0.0']);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 204, 204],
  );
  assert.deepEqual(after, ['stays 1.0.0']);
});

onEachEngine('Consumers of another organization are listed, and cannot read the list', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const admin = await world.person({ isAdmin: true });
  const shared = `/admin/organizations/${home.name}/relationships/module-consumers`;
  const sharing = await admin.client.patch(shared, identifiers('organizations', other.name));
  const module = await seedModule(world, home);
  await deprecate(home, module, '1.0.0');
  await download(world, other.client, module, '1.0.0');

  const byOther = await other.client.get(listOf(home));
  const ofOther = await other.client.get(listOf(other));
  const byOwner = await home.client.get(listOf(home));

  assert.equal(sharing.status, 204);
  assert.deepEqual([byOther.status, ofOther.body.data], [404, []]);
  assert.equal(byOwner.body.data[0].attributes.consumers[0]['consumer-name'], other.owner.user.username);
});
