import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, pointers } from '../../../../test/support/documents.ts';
import { newMember } from '../../../../test/support/members.ts';
import { featureSetId, setPlan } from '../../../../test/support/plans.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { listSubscriptions } from './subscriptions.ts';

const choosing = (id: string, type = 'subscriptions') => ({
  data: { type, relationships: { 'feature-set': { data: { id, type: 'feature-sets' } } } },
});

onEachEngine('A new organization has the plan Plus, and its members see that', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);

  const { status, body } = await member.client.get(`/organizations/${home.name}/subscription`);

  assert.equal(status, 200);
  assert.equal(body.data.type, 'subscriptions');
  assert.match(body.data.id, /^sub-[1-9A-HJ-NP-Za-km-z]{16}$/);
  assert.deepEqual(body.data.attributes, {
    'is-active': true,
    'start-at': home.organization.created_at,
    'end-at': null,
    'agents-ceiling': 10,
    'runs-ceiling': 10,
    'is-public-free-tier': true,
    'is-self-serve-trial': false,
  });
  assert.deepEqual(body.data.relationships, {
    organization: { data: { id: home.name, type: 'organizations' } },
    'feature-set': { data: { id: featureSetId(world, 'plus'), type: 'feature-sets' } },
  });
  assert.deepEqual(body.data.links, { self: `/api/v2/organizations/${home.name}/subscription` });
  assert.equal(body.included[0].attributes.identifier, 'plus');
});

onEachEngine(
  'In the hosted edition a new organization has the free plan',
  async (world) => {
    const home = await world.home();

    const { body } = await home.client.get(`/organizations/${home.name}/subscription`);

    assert.equal(body.included[0].attributes.identifier, 'free_standard');
    assert.equal(body.included[0].attributes['policy-limit'], 5);
  },
  { environment: { TIPSTAFF_EDITION: 'hosted' } },
);

onEachEngine('An organization without a stored subscription has the plan of new organizations', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/subscription`;
  const made = await home.client.get(path);
  await world.context.database.transaction((tx) => tx.run((db) => db.deleteFrom('subscriptions')));

  const shown = await home.client.get(path);
  await setPlan(world, home, 'standard');
  const changed = await home.client.get(path);
  const history = await listSubscriptions(world.context, home.organization);

  assert.deepEqual(shown.body, made.body);
  assert.equal(changed.body.included[0].attributes.identifier, 'standard');
  assert.deepEqual(
    history.map(({ featureSet, ended_at }) => [featureSet.identifier, ended_at === null]),
    [
      ['standard', true],
      ['plus', false],
    ],
  );
});

onEachEngine('Site administrators change plans; each change ends a subscription and is audited', async (world) => {
  const home = await world.home();
  const admin = await world.person({ isAdmin: true });
  const path = `/admin/organizations/${home.name.toUpperCase()}/subscription`;

  world.advance(1_000);
  const first = await admin.client.post(path, choosing(featureSetId(world, 'trial')));
  world.advance(1_000);
  const second = await admin.client.post(path, choosing(featureSetId(world, 'standard'), 'subscription'));
  const again = await admin.client.post(path, choosing(featureSetId(world, 'standard')));

  assert.deepEqual([first.status, second.status, again.status], [201, 201, 201]);
  assert.equal(first.body.data.attributes['is-self-serve-trial'], true);
  assert.equal(first.body.included[0].attributes.identifier, 'trial');
  assert.equal(again.body.data.id, second.body.data.id);
  const history = await listSubscriptions(world.context, home.organization);
  assert.deepEqual(
    history.map(({ featureSet, ended_at }) => [featureSet.identifier, ended_at]),
    [
      ['standard', null],
      ['trial', second.body.data.attributes['start-at']],
      ['plus', first.body.data.attributes['start-at']],
    ],
  );
  const [record, ...more] = await auditOf(world, second.body.data.id);
  assert.deepEqual(more, []);
  assert.equal(record?.action, 'subscription.create');
  assert.equal(record?.organizationId, home.organization.id);
  assert.equal(record?.actor.id, admin.user.id);
  assert.deepEqual(record?.change, { before: { 'feature-set': 'trial' }, after: { 'feature-set': 'standard' } });
});

onEachEngine('The subscription history stays in order even if the clock stops or goes back', async (world) => {
  const home = await world.home();
  const created = Date.parse(home.organization.created_at);
  const clock = { now: () => created - 1_000 };
  const stopped = { ...world, context: { ...world.context, clock } };

  for (const plan of ['trial', 'standard', 'free_standard', 'plus']) await setPlan(stopped, home, plan);

  const history = await listSubscriptions(world.context, home.organization);
  assert.deepEqual(
    history.map(({ featureSet, started_at }) => [featureSet.identifier, Date.parse(started_at) - created]),
    [
      ['plus', 4],
      ['free_standard', 3],
      ['standard', 2],
      ['trial', 1],
      ['plus', 0],
    ],
  );
});

onEachEngine('A trial is given once, and an unknown plan is refused', async (world) => {
  const home = await world.home();
  const admin = await world.person({ isAdmin: true });
  const path = `/admin/organizations/${home.name}/subscription`;
  await setPlan(world, home, 'trial');
  await setPlan(world, home, 'standard');

  const trial = await admin.client.post(path, choosing(featureSetId(world, 'trial')));
  const unknown = await admin.client.post(path, choosing('fs-unknown'));
  const empty = await admin.client.post(path, {});
  const untyped = await admin.client.post(path, choosing(featureSetId(world, 'plus'), 'users'));
  const nowhere = await admin.client.post('/admin/organizations/none/subscription', choosing('fs-unknown'));

  const pointer = '/data/relationships/feature-set/data/id';
  assert.deepEqual(
    [trial, unknown, empty, untyped, nowhere].map(({ status }) => status),
    [422, 422, 422, 422, 404],
  );
  assert.deepEqual(
    [details(trial), pointers(trial)],
    [['Feature set is a trial, and this organization has already had a trial'], [pointer]],
  );
  assert.deepEqual([details(unknown), pointers(unknown)], [['Feature set does not exist'], [pointer]]);
  assert.deepEqual(pointers(untyped), ['/data/type']);
  const { body } = await home.client.get(`/organizations/${home.name}/subscription`);
  assert.equal(body.included[0].attributes.identifier, 'standard');
});

onEachEngine('Of twenty simultaneous requests for a trial, one starts a subscription', async (world) => {
  const home = await world.home();
  const admin = await world.person({ isAdmin: true });
  const path = `/admin/organizations/${home.name}/subscription`;
  const trial = choosing(featureSetId(world, 'trial'));

  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.client.post(path, trial)));

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1);
  assert.equal((await listSubscriptions(world.context, home.organization)).length, 2);
});

onEachEngine('The entitlement set shows the features of the plan', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  const read = async () => (await member.client.get(`/organizations/${home.name}/entitlement-set`)).body.data;
  const granted = ({ attributes }: { attributes: object }) =>
    Object.entries(attributes).flatMap(([name, value]) => (value === true ? [name] : []));

  const plus = await read();
  await setPlan(world, home, 'free_standard');
  const free = await read();

  assert.deepEqual([plus.id, plus.type], [home.organization.id, 'entitlement-sets']);
  const always = ['private-module-registry'];
  const both = ['cost-estimation', 'native', 'policy-enforcement', 'private-networking', 'run-tasks'];
  const inBoth = [...both, 'self-serve-billing', 'sso'];
  assert.deepEqual(granted(free).toSorted(), [...always, ...inBoth].toSorted());
  const larger = ['assessments', 'audit-logging', 'concurrency-override', 'global-run-tasks', 'module-deprecations'];
  const more = [...larger, 'module-tests-generation', 'no-code-modules', 'teams'];
  assert.deepEqual(granted(plus).toSorted(), [...always, ...inBoth, ...more].toSorted());
  assert.equal(plus.attributes['policy-limit'], null);
  const { attributes } = free;
  assert.deepEqual([attributes['policy-limit'], attributes['versioned-policy-set-limit']], [5, 0]);
});

onEachEngine('A subscription is shown by its identifier, even if it has ended or is not stored', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  const stranger = await world.person();
  const shownFor = ({ data }: { data: { id: string } }) => member.client.get(`/subscriptions/${data.id}`);
  const first = await home.client.get(`/organizations/${home.name}/subscription`);

  const byId = await shownFor(first.body);
  await world.context.database.transaction((tx) => tx.run((db) => db.deleteFrom('subscriptions')));
  const derived = await shownFor(first.body);
  await setPlan(world, home, 'standard');
  const over = await shownFor(first.body);
  const refused = await stranger.client.get(`/subscriptions/${first.body.data.id}`);
  const unknown = await member.client.get(`/subscriptions/${home.organization.id}`);

  assert.deepEqual([byId.status, byId.body], [200, first.body]);
  assert.deepEqual(derived.body, first.body);
  assert.equal(over.body.data.attributes['is-active'], false);
  assert.deepEqual([refused.status, unknown.status], [404, 404]);
});
