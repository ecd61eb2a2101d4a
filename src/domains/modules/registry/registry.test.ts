import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, namesIn, pointers } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import {
  moduleDocument,
  modulePath,
  newModule,
  newPublished,
  newVersion,
  versionDocument,
} from '../../../../test/support/modules.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('A module is created, and shown to everybody of the organization', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);

  const created = await home.client.post(`/organizations/${home.name}/registry-modules`, moduleDocument());
  const { id } = created.body.data;
  const shown = await member.client.get(modulePath(home));
  const byId = await member.client.get(`/registry-modules/${id}`);
  const older = await member.client.get(`/registry-modules/show/${home.name}/network/aws`);

  assert.equal(created.status, 201);
  assert.match(id, /^mod-[1-9A-HJ-NP-Za-km-z]{16}$/);
  const { 'created-at': createdAt, 'updated-at': updatedAt, permissions, ...rest } = created.body.data.attributes;
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(rest, {
    name: 'network',
    provider: 'aws',
    namespace: home.name,
    'registry-name': 'private',
    status: 'pending',
    'version-statuses': [],
    'deprecated-version-count': 0,
    description: null,
    'published-by': null,
    downloads: 0,
    'no-code': false,
    'publishing-mechanism': null,
  });
  assert.deepEqual(created.body.data.relationships.organization.data, { id: home.name, type: 'organizations' });
  assert.equal(created.body.data.links.self, `/api/v2${modulePath(home)}`);
  assert.equal(permissions['can-delete'], true);
  assert.equal(shown.body.data.attributes.permissions['can-delete'], false);
  assert.deepEqual(byId.body, shown.body);
  assert.deepEqual(older.body, shown.body);
  const [record] = await auditOf(world, id);
  assert.equal(record?.action, 'registry-module.create');
  assert.equal(record?.organizationId, home.organization.id);
  assert.deepEqual(record?.change.after, { name: 'network', provider: 'aws' });
});

onEachEngine('A name is unique for each provider, case-sensitively', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/registry-modules`;
  await newModule(home, 'network', 'aws');

  const again = await home.client.post(path, moduleDocument('network', 'aws'));
  const elsewhere = await home.client.post(path, moduleDocument('network', 'google'));
  const spelt = await home.client.post(path, moduleDocument('Network', 'aws'));

  assert.equal(again.status, 422);
  assert.deepEqual(details(again), ['Name has already been taken']);
  assert.deepEqual(pointers(again), ['/data/attributes/name']);
  assert.deepEqual([elsewhere.status, spelt.status], [201, 201]);
});

onEachEngine('Every violated rule of a module is reported', async (world) => {
  const home = await world.home();
  const createModule = (attributes: object) =>
    home.client.post(`/organizations/${home.name}/registry-modules`, {
      data: { type: 'registry-modules', attributes },
    });
  const wrong = [
    [{}, ["Name can't be blank", "Provider can't be blank"]],
    [{ name: '', provider: '' }, ["Name can't be blank", "Provider can't be blank"]],
    [
      { name: '-a', provider: 'AWS' },
      [
        'Name can only include letters, numbers, - and _, and must begin and end with a letter or a number.',
        'Provider can only include lower-case letters and numbers.',
      ],
    ],
    [{ name: 'a'.repeat(65), provider: 'aws' }, ['Name is too long (maximum is 64 characters)']],
    [
      { name: 'network', provider: 'aws', 'registry-name': 'global' },
      ['Registry name is not included in the list (private, public)'],
    ],
    [{ name: 'network', provider: 'aws', namespace: 'elsewhere' }, ['Namespace must be the name of the organization']],
  ] as const;

  for (const [attributes, expected] of wrong) {
    const refused = await createModule(attributes);

    assert.equal(refused.status, 422);
    assert.deepEqual(details(refused), expected);
  }
  const atLimit = await createModule({ name: 'a'.repeat(64), provider: 'b'.repeat(64), 'registry-name': 'private' });
  const shortest = await createModule({ name: 'a', provider: '0', namespace: home.name, 'registry-name': null });
  assert.deepEqual([atLimit.status, shortest.status], [201, 201]);
});

onEachEngine('Modules are listed by name and provider, searched, filtered and in pages', async (world) => {
  // The search also matches the organization's name, which is random but never contains a 0.
  const home = await world.home();
  for (const [name, provider] of [
    ['vpc0', 'aws'],
    ['Network', 'google'],
    ['network', 'aws'],
    ['data_base', 'azurerm'],
  ] as const) {
    await newModule(home, name, provider);
  }
  const path = `/organizations/${home.name}/registry-modules`;
  const list = async (query: string) => namesIn(await home.client.get(`${path}?${query}`));

  const paged = await home.client.get(`${path}?page[size]=3&page[number]=2`);

  assert.deepEqual(await list(''), ['Network', 'data_base', 'network', 'vpc0']);
  assert.deepEqual(await list('q=NETWORK'), ['Network', 'network']);
  assert.deepEqual(await list('q=zurerm'), ['data_base']);
  assert.deepEqual(await list('q=a_b'), ['data_base']);
  assert.deepEqual(await list('q=%25'), []);
  assert.equal((await list(`q=${home.name}`)).length, 4);
  assert.deepEqual(await list('filter[provider]=aws'), ['network', 'vpc0']);
  assert.deepEqual(await list('filter[provider]=aws&q=c0'), ['vpc0']);
  assert.deepEqual(await list('filter[provider]=a'), []);
  assert.equal((await list('filter[registry_name]=private')).length, 4);
  assert.deepEqual(await list('filter[registry_name]=public'), []);
  assert.deepEqual(await list('filter[organization_name]=elsewhere'), []);
  assert.equal((await list(`filter[organization_name]=${home.name}`)).length, 4);
  assert.deepEqual(namesIn(paged), ['vpc0']);
  assert.equal(paged.body.meta.pagination['total-count'], 4);
});

onEachEngine('The modules of one name are listed together', async (world) => {
  const home = await world.home();
  await newModule(home, 'network', 'aws');
  await newModule(home, 'network', 'google');
  await newModule(home, 'other', 'aws');
  const path = `/organizations/${home.name}/registry-modules/private/${home.name}`;

  const named = await home.client.get(`${path}/network`);
  const unnamed = await home.client.get(`${path}/nothing`);

  assert.deepEqual(
    named.body.data.map(({ attributes }: { attributes: { provider: string } }) => attributes.provider),
    ['aws', 'google'],
  );
  assert.equal(unnamed.status, 404);
});

onEachEngine('Only members and tokens of an organization read its registry', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  await newModule(home);
  await newPublished(world, home, '1.0.0');
  const admin = await world.person({ isAdmin: true });
  const organizationId = home.organization.id;
  const [managers, readers] = [await newTeam(world, home, ['manage-modules']), await newTeam(world, home, [])];
  const manager = await newMember(world, home, managers);
  const reader = await newMember(world, home, readers);
  const teamToken = await clientOfOwner(world, { kind: 'team', id: managers, organizationId });
  const ownToken = await clientOfOwner(world, { kind: 'organization', id: organizationId });
  const paths = [`/organizations/${home.name}/registry-modules`, modulePath(home), `${modulePath(home)}/1.0.0`];

  const seen = async (client: typeof admin.client) =>
    Promise.all(paths.map(async (path) => (await client.get(path)).status));
  const made = async (client: typeof admin.client, version: string) =>
    (await client.post(`${modulePath(home)}/versions`, versionDocument(version))).status;

  for (const client of [manager.client, reader.client, teamToken, ownToken]) {
    assert.deepEqual(await seen(client), [200, 200, 200]);
  }
  for (const client of [admin.client, other.client]) assert.deepEqual(await seen(client), [404, 404, 404]);
  assert.deepEqual(await seen(world.anonymous), [401, 401, 401]);
  const writers = [manager.client, teamToken, ownToken];
  assert.deepEqual(await Promise.all(writers.map((client, index) => made(client, `2.0.${index}`))), [201, 201, 201]);
  for (const client of [reader.client, admin.client, other.client]) assert.equal(await made(client, '3.0.0'), 404);
});

onEachEngine('A path that names two different organizations gives 404', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  await newModule(home);
  await newModule(other);
  const crossed = `/organizations/${home.name}/registry-modules/private/${other.name}/network/aws`;

  const answers = [
    await home.client.get(crossed),
    await home.client.post(`${crossed}/versions`, versionDocument('1.0.0')),
    await home.client.delete(crossed),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404],
  );
});

onEachEngine('A module lists its versions, the newest first', async (world) => {
  const home = await world.home();
  await newModule(home);
  for (const version of ['1.2.0', '1.10.0', '1.10.0-rc.1']) await newPublished(world, home, version);
  await newVersion(world, home, '2.0.0');

  const shown = await home.client.get(modulePath(home));
  const listed = await home.client.get(`/organizations/${home.name}/registry-modules`);

  assert.equal(shown.body.data.attributes.status, 'setup_complete');
  assert.deepEqual(shown.body.data.attributes['version-statuses'], [
    { version: '2.0.0', status: 'pending' },
    { version: '1.10.0', status: 'ok' },
    { version: '1.10.0-rc.1', status: 'ok' },
    { version: '1.2.0', status: 'ok' },
  ]);
  assert.deepEqual(listed.body.data, [shown.body.data]);
});
