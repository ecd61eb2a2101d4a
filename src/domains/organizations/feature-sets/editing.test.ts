import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { namesIn } from '../../../../test/support/documents.ts';
import { changePlan, featureSetId, featureSetOf, setPlan } from '../../../../test/support/plans.ts';
import { onEachEngine, system, type World } from '../../../../test/support/world.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import { editCatalogue } from './editing.ts';
import { catalogueOf } from './feature-sets.ts';
import { fileOf } from './file.ts';

const exported = ({ context }: World) => structuredClone(fileOf(context.vocabulary, catalogueOf(context)));

const imported = ({ context }: World, file: unknown) => editCatalogue(context, system, () => file);

const without = (member: string, record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== member));

const faultsOf = async (work: Promise<unknown>): Promise<readonly string[]> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError);
  assert.equal(error.status, 422);
  return error.problems.map(({ pointer, detail }) => `${pointer} ${detail}`);
};

onEachEngine('Importing an exported catalogue changes nothing', async (world) => {
  const before = catalogueOf(world.context);

  const after = await imported(world, exported(world));

  assert.deepEqual(after, before);
  assert.deepEqual(await auditOf(world, featureSetId(world, 'plus')), []);
});

onEachEngine('A plan keeps its identifier when it is changed, renamed or moved', async (world) => {
  const home = await world.home();
  const id = featureSetId(world, 'plus');
  const [free, standard, plus, trial] = exported(world)['feature-sets'];
  const business = { ...plus, identifier: 'business', name: 'Business', cost: 7_000, 'policy-limit': 100 };

  await imported(world, { 'feature-sets': [business, free, standard, trial] });
  const { body } = await home.client.get(`/organizations/${home.name}/subscription`);
  const listed = await home.client.get('/feature-sets');

  assert.equal(body.included[0].id, id);
  assert.deepEqual([body.included[0].attributes.identifier, body.included[0].attributes.cost], ['business', 7_000]);
  assert.deepEqual(namesIn(listed), ['Business', 'Free', 'Standard', 'Trial']);
  const [record] = await auditOf(world, id);
  assert.equal(record?.action, 'feature-set.update');
  assert.deepEqual(record?.change, {
    before: { identifier: 'plus', name: 'Plus', cost: 0, 'policy-limit': null },
    after: { identifier: 'business', name: 'Business', cost: 7_000, 'policy-limit': 100 },
  });
  const [moved] = await auditOf(world, 'feature-sets');
  assert.equal(moved?.action, 'feature-set.reorder');
});

onEachEngine('A new plan gets an identifier and keeps it', async (world) => {
  const file = exported(world);
  const large = without('id', { ...file['feature-sets'][1], identifier: 'large', name: 'Large' });

  await imported(world, { 'feature-sets': [...file['feature-sets'], large] });
  const { id } = featureSetOf(world, 'large');
  await imported(world, { 'feature-sets': [...file['feature-sets'], { ...large, cost: 1 }] });

  assert.match(id, /^fs-[1-9A-HJ-NP-Za-km-z]{16}$/);
  assert.deepEqual([featureSetOf(world, 'large').id, featureSetOf(world, 'large').cost], [id, 1]);
  assert.deepEqual(
    (await auditOf(world, id)).map(({ action }) => action),
    ['feature-set.create', 'feature-set.update'],
  );
});

onEachEngine('A file is refused with every problem and its pointer, and nothing is changed', async (world) => {
  const before = catalogueOf(world.context);
  const [free, , plus, trial] = exported(world)['feature-sets'];
  const poor = without('sso', { ...free, cost: '5', 'policy-limit': -1, name: '', 'polcy-limit': 3 });
  const copy = { ...trial, id: trial?.id, identifier: 'TRIAL', 'user-limit': 1.5 };

  const faults = await faultsOf(
    imported(world, { 'feature-sets': [poor, { ...plus, 'is-withdrawn': true }, trial, copy, { id: 'fs-1' }] }),
  );

  const standard = featureSetId(world, 'standard');
  for (const expected of [
    '/feature-sets/0/cost Cost must be a JSON integer',
    '/feature-sets/0/policy-limit Policy limit must be greater than or equal to 0',
    "/feature-sets/0/name Name can't be blank",
    "/feature-sets/0/sso Sso can't be blank",
    '/feature-sets/0/polcy-limit Polcy limit is unknown',
    '/feature-sets/1/is-withdrawn The feature set that new organizations get must have is-withdrawn set to false',
    '/feature-sets/3/id Id has already been taken',
    '/feature-sets/3/identifier Identifier has already been taken',
    '/feature-sets/3/user-limit User limit must be a JSON integer',
    '/feature-sets/4/id Id must be fs- followed by 16 letters and digits, or absent for a new feature set',
    "/feature-sets/4/identifier Identifier can't be blank",
    `/feature-sets Feature sets must include standard (${standard}), because organizations can have this feature set: set is-withdrawn instead of removing the feature set`,
  ]) {
    assert.ok(faults.includes(expected), `${expected}\nis not among\n${faults.join('\n')}`);
  }
  assert.deepEqual(catalogueOf(world.context), before);
});

onEachEngine('A document that is not a catalogue is refused', async (world) => {
  for (const file of [null, [], 'text', {}, { 'feature-sets': {} }, { 'feature-sets': [null] }]) {
    const faults = await faultsOf(imported(world, file));

    assert.ok(faults.length > 0);
  }
});

onEachEngine(
  'A withdrawn plan is not listed and cannot be selected, but organizations that have it keep it',
  async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    const admin = await world.person({ isAdmin: true });
    await setPlan(world, home, 'standard');
    await changePlan(world, 'standard', { 'is-withdrawn': true });

    const lists = await Promise.all([
      home.client.get('/feature-sets'),
      home.client.get(`/organizations/${home.name}/feature-sets`),
      admin.client.get('/admin/feature-sets'),
    ]);
    const chosen = await admin.client.post(`/admin/organizations/${other.name}/subscription`, {
      data: {
        type: 'subscriptions',
        relationships: { 'feature-set': { data: { id: featureSetId(world, 'standard'), type: 'feature-sets' } } },
      },
    });
    const kept = await home.client.get(`/organizations/${home.name}/subscription`);

    for (const list of lists) assert.deepEqual(namesIn(list), ['Free', 'Plus', 'Trial']);
    assert.equal(chosen.status, 422);
    assert.equal(chosen.body.errors[0].detail, 'Feature set standard is no longer offered: choose another feature set');
    assert.equal(kept.body.included[0].attributes.identifier, 'standard');
  },
);

onEachEngine('Twenty simultaneous changes are all kept', async (world) => {
  const members = Array.from({ length: 20 }, (_, index) => index);

  await Promise.all(members.map((index) => changePlan(world, 'standard', { cost: index })));

  const records = await auditOf(world, featureSetId(world, 'standard'));
  const costs = records.map(({ change }) => Reflect.get(Object(change.after), 'cost'));
  assert.equal(new Set([0, ...costs]).size, 20);
  assert.equal(featureSetOf(world, 'standard').cost, costs.at(-1));
});
