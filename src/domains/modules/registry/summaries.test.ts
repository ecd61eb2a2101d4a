// What lists of modules show about the newest version, and the number of downloads.
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { archiveOf } from '../../../../test/support/archive.ts';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { modulePath, newModule, newPublished, newVersion } from '../../../../test/support/modules.ts';
import { rawStatement } from '../../../../test/support/raw-statement.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { seedModule } from '../../../../test/support/seeded-modules.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { migrate } from '../../../db/open.ts';

type Client = Home['client'];

/** Returns the description, the publisher and the number of downloads of each module in the list of an organization. */
const summariesFor = async (client: Client, { name }: Pick<Home, 'name'>) => {
  const { body } = await client.get(`/organizations/${name}/registry-modules`);
  return body.data.map(({ attributes }: { readonly attributes: Readonly<Record<string, unknown>> }) => [
    attributes.description,
    attributes['published-by'],
    attributes.downloads,
  ]);
};

const describedArchive = (description: string): Buffer =>
  archiveOf({ 'main.tf': '# main\n', 'README.md': `# Network\n\n${description}\n` });

const download = (client: Client, home: Pick<Home, 'name'>, version: string) =>
  client.get(`//api/registry/v1/modules/${home.name}/network/aws/${version}/download`);

/** Publishes a version with the token of a new team named `ci`. Returns the identifier of the team. */
const publishAsTeam = async (world: World, home: Home, version: string, description: string): Promise<string> => {
  const id = await newTeam(world, home, ['manage-modules']);
  await home.client.patch(`/teams/${id}`, documentOf('teams', { name: 'ci' }));
  const client = await clientOfOwner(world, { kind: 'team', id, organizationId: home.organization.id });
  const archive = describedArchive(description);
  await newPublished(world, { ...home, client }, version, { archive });
  return id;
};

/** Stores downloads of one consumer for all versions, as instances of the previous release count them. */
const storeDownloads = ({ context: { database } }: World, consumer: string, count: number): Promise<unknown> =>
  database.transaction((tx) =>
    tx.run(
      rawStatement(`insert into module_downloads (version_id, consumer, count, last_downloaded_at)
        select id, '${consumer}', ${count}, '2026-01-01T00:00:00.000Z' from module_versions`),
    ),
  );

onEachEngine('A module shows the description and the publisher of its newest version', async (world) => {
  const home = await world.home();
  await newModule(home);
  const empty = await summariesFor(home.client, home);
  await newPublished(world, home, '1.0.0', { archive: describedArchive('Creates a VPC.') });
  const first = await summariesFor(home.client, home);
  const team = await publishAsTeam(world, home, '2.0.0', 'Creates a network.');
  await newVersion(world, home, '3.0.0');
  const [, second] = [await newModule(home, 'other'), await summariesFor(home.client, home)];
  const { body: one } = await home.client.get(modulePath(home));
  const { body: protocol } = await home.client.get(`//api/registry/v1/modules/${home.name}?limit=1`);
  const { body: old } = await home.client.get(`//api/registry/v1/modules/${home.name}/network/aws/1.0.0`);
  assert.equal((await home.client.delete(`/teams/${team}`)).status, 204);
  const withoutTeam = await summariesFor(home.client, home);
  assert.equal((await home.client.delete(`${modulePath(home)}/2.0.0`)).status, 204);
  const left = await summariesFor(home.client, home);

  const { id, username } = home.owner.user;
  const person = { kind: 'user', id, username, name: username };
  const ofTeam = { kind: 'team', id: team, username: null, name: 'ci' };
  const none = [null, null, 0];
  assert.deepEqual(empty, [none]);
  assert.deepEqual(first, [['Creates a VPC.', person, 0]]);
  assert.deepEqual(second, [['Creates a network.', ofTeam, 0], none]);
  assert.deepEqual(one.data.attributes['published-by'], ofTeam);
  assert.equal(protocol.modules[0].description, 'Creates a network.');
  assert.equal(old.description, 'Creates a VPC.');
  assert.deepEqual(withoutTeam, [['Creates a network.', { ...ofTeam, name: null }, 0], none]);
  assert.deepEqual(left, [['Creates a VPC.', person, 0], none]);
});

onEachEngine(
  'The download count of a module includes all of its versions, even those without a description and a publisher',
  async (world) => {
    const home = await world.home();
    const member = await newMember(world, home);
    // An instance of the previous release has published this version and counted seven downloads.
    const old = await seedModule(world, home, { name: 'old' });
    await storeDownloads(world, 'team:other', 7);
    await newModule(home);
    for (const version of ['1.0.0', '2.0.0', '3.0.0-beta']) await newPublished(world, home, version);
    const versions = ['1.0.0', '1.0.0', '2.0.0', '3.0.0-beta'];

    const answers = await Promise.all(versions.map((version) => download(home.client, home, version)));
    await download(member.client, home, '1.0.0');
    const ofOld = await home.client.get(`//api/registry/v1/modules/${old.address}/1.0.0/download`);
    const before = await summariesFor(member.client, home);
    const { body: protocol } = await home.client.get(`//api/registry/v1/modules/${home.name}/network/aws`);
    await home.client.delete(`${modulePath(home)}/1.0.0`);
    const after = await summariesFor(home.client, home);
    await removeDeleted(world);

    assert.deepEqual(new Set([...answers, ofOld].map(({ status }) => status)), new Set([204]));
    const downloads = (shown: readonly (readonly unknown[])[]) => shown.map((each) => each.at(-1));
    assert.deepEqual([downloads(before), protocol.downloads], [[5, 8], 5]);
    assert.deepEqual(downloads(after), [2, 8]);
  },
);

onEachEngine('Other organizations do not see who published a module', async (world) => {
  const [home, consumer] = [await world.home(), await world.home()];
  await newModule(home);
  await newPublished(world, home, '1.0.0', { archive: describedArchive('Creates a VPC.') });
  const admin = await world.person({ isAdmin: true });
  const shared = `/admin/organizations/${home.name}/relationships/module-consumers`;
  assert.equal((await admin.client.patch(shared, identifiers('organizations', consumer.name))).status, 204);

  const [seen] = await summariesFor(consumer.client, home);

  assert.deepEqual(seen, ['Creates a VPC.', null, 0]);
});

onEachEngine('An upgrade counts the downloads of existing versions in portions', async (world) => {
  const { config, database } = world.context;
  const home = await world.home();
  const versions = Array.from({ length: 600 }, (_, minor) => `1.${minor}.0`);
  await seedModule(world, home, { versions });
  for (const consumer of ['user:one', 'team:two']) await storeDownloads(world, consumer, 2);
  const unfinished = `update migrations set position = '{"parts":1}' where name = 'module-summaries'`;
  await database.transaction((tx) => tx.run(rawStatement(unfinished)));
  const portions: string[] = [];

  const applied = await migrate(config, { progress: (line) => portions.push(line) });

  assert.deepEqual([applied, portions.length], [['module-summaries'], 2]);
  assert.deepEqual(await summariesFor(home.client, home), [[null, null, 2_400]]);
});

onEachEngine('The API and the registry protocol show no description of a version without a summary', async (world) => {
  const home = await world.home();
  const { address } = await seedModule(world, home, { contents: { readme: 'Creates a VPC.' } });

  const shown = await summariesFor(home.client, home);
  const { body: one } = await home.client.get(`//api/registry/v1/modules/${address}`);
  const { body: list } = await home.client.get(`//api/registry/v1/modules/${home.name}`);

  assert.deepEqual([shown, one.description, list.modules[0].description], [[[null, null, 0]], '', '']);
});

onEachEngine('A single module is read without the connections for long reads', async (world) => {
  const home = await world.home();
  const { address, path } = await seedModule(world, home);
  const scan = mock.method(world.context.database, 'scan');

  const answers = [await home.client.get(path), await home.client.get(`//api/registry/v1/modules/${address}`)];
  const scans = scan.mock.callCount();
  scan.mock.restore();

  assert.deepEqual([...answers.map(({ status }) => status), scans], [200, 200, 0]);
});
