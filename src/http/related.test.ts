// Tests of the limits on the number of related records in a document (decisions: wire conventions).
import assert from 'node:assert/strict';
import { type Home, onEachEngine, type World } from '../../test/support/world.ts';
import { newId } from '../kernel/ids.ts';

const atOnce = 1_000;

const inPortions = async <One>(all: readonly One[], insert: (some: readonly One[]) => Promise<unknown>) => {
  for (let start = 0; start < all.length; start += atOnce) await insert(all.slice(start, start + atOnce));
};

/** Inserts policies directly into the database, which is faster than through the API. Returns their identifiers. */
const seedPolicies = async ({ context }: World, { organization }: Home, count: number, description = '') => {
  const ids = Array.from({ length: count }, () => newId('pol'));
  const created_at = new Date(context.clock.now()).toISOString();
  const common = { organization_id: organization.id, kind: 'native', enforcement_level: 'advisory' } as const;
  const rows = ids.map((id) => ({ ...common, id, name: id, description, created_at }));
  await context.database.transaction((tx) =>
    inPortions(rows, (some) => tx.run((db) => db.insertInto('policies').values(some))),
  );
  return ids;
};

/** Creates a policy set with the given policies. */
const seedSet = async ({ context }: World, { client, name }: Home, setName: string, policies: readonly string[]) => {
  const { body } = await client.post(`/organizations/${name}/policy-sets`, {
    data: { type: 'policy-sets', attributes: { name: setName } },
  });
  const policy_set_id: string = body.data.id;
  const rows = policies.map((policy_id) => ({ policy_id, policy_set_id }));
  await context.database.transaction(async (tx) => {
    await inPortions(rows, (some) => tx.run((db) => db.insertInto('policy_set_policies').values(some)));
    await tx.run((db) =>
      db.updateTable('policy_sets').set({ policy_count: policies.length }).where('id', '=', policy_set_id),
    );
    await inPortions(policies, (some) =>
      tx.run((db) =>
        db
          .updateTable('policies')
          .set(({ eb }) => ({ policy_set_count: eb('policy_set_count', '+', 1) }))
          .where('id', 'in', some),
      ),
    );
  });
  return policy_set_id;
};

onEachEngine('A list with at most 10,000 identifiers has complete relationships', async (world) => {
  const home = await world.home();
  const policies = await seedPolicies(world, home, 150);
  await seedSet(world, home, 'few', policies.slice(0, 10));
  await seedSet(world, home, 'many', policies);

  const { body } = await home.client.get(`/organizations/${home.name}/policy-sets`);

  const [few, many] = body.data;
  assert.equal(few.relationships.policies.data.length, 10);
  assert.deepEqual(many.relationships.policies, { data: policies.toSorted().map((id) => ({ id, type: 'policies' })) });
});

onEachEngine(
  'A list with more identifiers truncates each relationship to 100, with a count and a working link',
  async (world) => {
    const home = await world.home();
    const policies = await seedPolicies(world, home, 4_000);
    for (const name of ['a', 'b', 'c']) await seedSet(world, home, name, policies);
    const list = `/organizations/${home.name}/policy-sets`;

    const { body } = await home.client.get(list);
    const [first] = body.data;
    const { data, meta, links } = first.relationships.policies;
    const related = await home.client.get(`${links.related.replace('/api/v2', '')}?page[size]=50&page[number]=3`);
    const alone = await home.client.get(`/policy-sets/${first.id}`);
    const filtered = await home.client.get(`${list}?search[name]=a`);
    const refused = await home.client.get(`${list}?include=policies`);

    const sorted = policies.toSorted();
    assert.deepEqual([data.length, meta, links], [100, { count: 4_000 }, { related: `${first.links.self}/policies` }]);
    assert.deepEqual(
      related.body.data.map(({ id }: { readonly id: string }) => id),
      sorted.slice(100, 150),
    );
    assert.equal(related.body.meta.pagination['total-count'], 4_000);
    assert.equal(alone.body.data.relationships.policies.data.length, 4_000);
    assert.equal(filtered.body.data[0].relationships.policies.data.length, 4_000);
    assert.deepEqual([refused.status, refused.body.errors[0].source.parameter], [400, 'include']);
    assert.match(
      refused.body.errors[0].detail,
      /^With this include, the page links to more than 10,000 records\. Request smaller pages/,
    );
  },
);

onEachEngine('An include of more than 8 MiB is refused, and a smaller one is complete', async (world) => {
  const home = await world.home();
  const policies = await seedPolicies(world, home, 200, 'x'.repeat(60_000));
  const small = await seedSet(world, home, 'small', policies.slice(0, 100));
  const large = await seedSet(world, home, 'large', policies);

  const whole = await home.client.get(`/policy-sets/${small}?include=policies`);
  const refused = await home.client.get(`/policy-sets/${large}?include=policies`);

  assert.deepEqual([whole.status, whole.body.included.length, refused.status], [200, 100, 400]);
  assert.match(refused.body.errors[0].detail, /exceed 8 MiB/);
});

onEachEngine('A policy set can have at most 5,000 policies', async (world) => {
  const home = await world.home();
  const policies = await seedPolicies(world, home, 5_001);
  const set = await seedSet(world, home, 'full', policies.slice(1));
  const [one = ''] = policies;

  const added = await home.client.post(`/policy-sets/${set}/relationships/policies`, {
    data: [{ type: 'policies', id: one }],
  });
  const created = await home.client.post(`/organizations/${home.name}/policies`, {
    data: {
      type: 'policies',
      attributes: { name: 'new', 'enforcement-level': 'advisory' },
      relationships: { 'policy-sets': { data: [{ type: 'policy-sets', id: set }] } },
    },
  });

  assert.deepEqual([added.status, created.status], [422, 422]);
  for (const { body } of [added, created]) {
    assert.equal(body.errors[0].detail, 'A policy set can have at most 5000 policies');
  }
});

onEachEngine('An organization can have at most 10,000 members, and a module at most 10,000 versions', async (world) => {
  const home = await world.home();
  const { context, person } = world;
  const { body: module } = await home.client.post(`/organizations/${home.name}/registry-modules`, {
    data: { type: 'registry-modules', attributes: { name: 'network', provider: 'aws' } },
  });
  const at = new Date(context.clock.now()).toISOString();
  const users = Array.from({ length: 9_999 }, (_, index) => ({ id: newId('user'), name: `seeded-${index}` }));
  await context.database.transaction(async (tx) => {
    await inPortions(users, async (some) => {
      const rows = some.map(({ id, name }) => ({
        id,
        username: name,
        username_key: name,
        email: `${name}@example.com`,
        email_key: `${name}@example.com`,
        created_at: at,
      }));
      await tx.run((db) => db.insertInto('users').values(rows));
      const members = some.map(({ id }) => ({
        id: newId('ou'),
        organization_id: home.organization.id,
        user_id: id,
        created_at: at,
      }));
      await tx.run((db) => db.insertInto('memberships').values(members));
    });
    const versions = Array.from({ length: 10_000 }, (_, index) => ({
      id: newId('modver'),
      module_id: String(module.data.id),
      version: `0.0.${index}`,
      precedence: String(index).padStart(9, '0'),
      status: 'pending' as const,
      created_at: at,
      updated_at: at,
    }));
    await inPortions(versions, (some) => tx.run((db) => db.insertInto('module_versions').values(some)));
  });
  const { user } = await person();

  const invited = await home.client.post(`/organizations/${home.name}/organization-memberships`, {
    data: { type: 'organization-memberships', attributes: { email: user.email } },
  });
  const version = await home.client.post(
    `/organizations/${home.name}/registry-modules/private/${home.name}/network/aws/versions`,
    { data: { type: 'registry-module-versions', attributes: { version: '1.0.0' } } },
  );

  assert.deepEqual([invited.status, version.status], [422, 422]);
  assert.equal(invited.body.errors[0].detail, 'An organization can have at most 10000 members');
  assert.equal(version.body.errors[0].detail, 'A module can have at most 10000 versions');
});

onEachEngine('Every to-many relationship has a route that lists its records', async (world) => {
  const home = await world.home();
  const [policy = ''] = await seedPolicies(world, home, 1);
  const set = await seedSet(world, home, 'set', [policy]);
  const { body: members } = await home.client.get(`/organizations/${home.name}/organization-memberships`);
  const { body: teams } = await home.client.get(`/organizations/${home.name}/teams`);
  const [membership, team] = [members.data[0].id, teams.data[0].id];
  const paths = [
    `/policies/${policy}/policy-sets`,
    `/policy-sets/${set}/policies`,
    `/policy-sets/${set}/workspaces`,
    `/policy-sets/${set}/projects`,
    `/teams/${team}/users`,
    `/teams/${team}/organization-memberships`,
    `/organization-memberships/${membership}/teams`,
    `/users/${home.owner.user.id}/organizations`,
  ];

  const answers = await Promise.all(paths.map((path) => home.client.get(path)));

  assert.deepEqual(
    answers.map(({ body }) => body.data.map(({ id }: { readonly id: string }) => id)),
    [[set], [policy], [], [], [home.owner.user.id], [membership], [team], [home.name]],
  );
});
