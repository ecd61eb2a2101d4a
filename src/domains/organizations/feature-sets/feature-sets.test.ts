import assert from 'node:assert/strict';
import { namesIn } from '../../../../test/support/documents.ts';
import { changePlan, setPlan } from '../../../../test/support/plans.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { catalogueOf } from './feature-sets.ts';
import { fileOf } from './file.ts';

const limits = [
  'policy-limit',
  'policy-mandatory-enforcement-limit',
  'policy-set-limit',
  'run-task-limit',
  'run-task-mandatory-enforcement-limit',
  'run-task-workspace-limit',
  'versioned-policy-set-limit',
];

const all = ['Free', 'Standard', 'Plus', 'Trial'];

onEachEngine('Every token can list the whole catalogue in order, without limits and links', async (world) => {
  const { client } = await world.person();

  const { status, body } = await client.get('/feature-sets');

  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['data']);
  assert.deepEqual(
    body.data.map(({ attributes }: { attributes: { identifier: string } }) => attributes.identifier),
    ['free_standard', 'standard', 'plus', 'trial'],
  );
  assert.match(body.data[0].id, /^fs-[1-9A-HJ-NP-Za-km-z]{16}$/);
  const { attributes } = body.data[0];
  for (const name of [...limits, 'user-limit']) assert.equal(attributes[name], null);
  assert.deepEqual(
    [attributes['default-agents-ceiling'], attributes['default-runs-ceiling'], attributes.cost, attributes.plan],
    [1, 1, 0, null],
  );
  assert.deepEqual([attributes.native, attributes.teams, attributes['comparison-description']], [true, false, '']);
});

onEachEngine('Members see the catalogue with the limits of the free plan', async (world) => {
  const home = await world.home();

  const listed = await home.client.get(`/organizations/${home.name}/feature-sets`);
  const { body } = listed;

  assert.deepEqual(Object.keys(body), ['data']);
  assert.deepEqual(namesIn(listed), all);
  const [free, ...others] = body.data;
  assert.deepEqual(
    limits.map((name) => free.attributes[name]),
    [5, 1, 1, 1, 1, 10, 0],
  );
  assert.equal(free.attributes['user-limit'], null);
  for (const { attributes } of others) for (const name of limits) assert.equal(attributes[name], null);
});

onEachEngine('Both lists are paged if either page parameter is sent', async (world) => {
  const home = await world.home();
  const own = `/organizations/${home.name}/feature-sets`;

  for (const path of ['/feature-sets', own]) {
    const first = await home.client.get(`${path}?page[size]=3`);
    const second = await home.client.get(`${path}?page%5Bsize%5D=3&page%5Bnumber%5D=2`);
    const usual = await home.client.get(`${path}?page[number]=1`);
    const senseless = await home.client.get(`${path}?page[number]=`);

    assert.deepEqual(namesIn(first), all.slice(0, 3));
    assert.deepEqual(namesIn(second), ['Trial']);
    assert.deepEqual(namesIn(usual), all);
    assert.deepEqual(first.body.meta.pagination, {
      'current-page': 1,
      'page-size': 3,
      'prev-page': null,
      'next-page': 2,
      'total-pages': 2,
      'total-count': 4,
    });
    assert.equal(second.body.links.prev, `${world.url}/api/v2${path}?page%5Bsize%5D=3&page%5Bnumber%5D=1`);
    assert.equal(usual.body.meta.pagination['page-size'], 20);
    assert.deepEqual(namesIn(senseless), all);
    assert.equal(senseless.body.meta.pagination['current-page'], 1);
  }
});

onEachEngine('A started trial disappears from the list of its organization only', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const listOf = async ({ name }: { name: string }, { client } = home) =>
    namesIn(await client.get(`/organizations/${name}/feature-sets`));

  const before = await listOf(home);
  await setPlan(world, home, 'trial');
  const meanwhile = await listOf(home);
  await setPlan(world, home, 'standard');
  const afterwards = await listOf(home);

  assert.deepEqual([before, meanwhile, afterwards], [all, all.slice(0, 3), all.slice(0, 3)]);
  assert.deepEqual(await listOf(other, other), all);
  assert.deepEqual(namesIn(await home.client.get('/feature-sets')), all);
});

onEachEngine(
  'Site administrators search plans by part of the name or identifier and see their limits',
  async (world) => {
    const { client } = await world.person({ isAdmin: true });
    const search = async (query: string) => namesIn(await client.get(`/admin/feature-sets${query}`));

    assert.deepEqual(await search(''), all);
    assert.deepEqual(await search('?q=STANDARD'), ['Free', 'Standard']);
    assert.deepEqual(await search('?q=fre'), ['Free']);
    assert.deepEqual(await search('?q=_'), ['Free']);
    assert.deepEqual(await search('?q=%25'), []);
    const { body } = await client.get('/admin/feature-sets?q=free&page[size]=1');
    assert.equal(body.data[0].attributes['policy-limit'], 5);
    assert.equal(body.meta.pagination['total-count'], 1);
  },
);

onEachEngine(
  'The self-hosted edition has no lists of plans for organizations',
  async (world) => {
    const home = await world.home();

    const answers = await Promise.all([
      home.client.get('/feature-sets'),
      home.client.get(`/organizations/${home.name}/feature-sets`),
      world.anonymous.get('/feature-sets'),
    ]);

    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 401],
    );
  },
  { environment: { TIPSTAFF_EDITION: 'self-hosted' } },
);

onEachEngine(
  'Existing clients and the catalogue file use the name of the vocabulary for native policies',
  async (world) => {
    const home = await world.home();

    const listed = await home.client.get('/feature-sets');
    const entitled = await home.client.get(`/organizations/${home.name}/entitlement-set`);
    const [inFile] = fileOf(world.context.vocabulary, catalogueOf(world.context))['feature-sets'];
    await changePlan(world, 'plus', { sentinel: false });
    const changed = await home.client.get(`/organizations/${home.name}/entitlement-set`);

    for (const attributes of [listed.body.data[0].attributes, entitled.body.data.attributes, inFile]) {
      assert.equal(attributes.sentinel, true);
      assert.ok(!Object.hasOwn(attributes, 'native'));
    }
    assert.equal(changed.body.data.attributes.sentinel, false);
  },
  { environment: { TIPSTAFF_VOCABULARY: 'terraform' } },
);
