// A change of the plan catalogue on one instance applies to the next request on every other instance.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { editCatalogue } from '../../src/domains/organizations/feature-sets/editing.ts';
import { clientOf } from '../support/client.ts';
import { details, documentOf } from '../support/documents.ts';
import { changePlan, homeWith, setPlan } from '../support/plans.ts';
import { policyDocument } from '../support/policies.ts';
import { secondInstance } from '../support/second-instance.ts';
import { onEachEngine, system } from '../support/world.ts';

/** Wait time in ms. It is longer than the time for which reads of the embedded database share a snapshot. */
const snapshot = 5;

onEachEngine('A limit that changes on one instance applies on every other instance at once', async (world) => {
  await using second = await secondInstance(world);
  const home = await homeWith(world, {});
  const client = clientOf(second.url, home.owner.token);
  const create = async (name: string) => {
    await wait(snapshot);
    const document = policyDocument({ name, 'enforcement-level': 'advisory' });
    return client.post(`/organizations/${home.name}/policies`, document);
  };

  const free = await create('a');
  await changePlan(world, 'standard', { 'policy-limit': 1 });
  const limited = await create('b');
  await changePlan(world, 'standard', { 'policy-limit': 2, name: 'Small' });
  const roomy = await create('b');
  const full = await create('c');
  await changePlan(world, 'standard', { 'policy-enforcement': false });
  const gone = await create('c');

  assert.deepEqual(
    [free, limited, roomy, full, gone].map(({ status }) => status),
    [200, 422, 200, 422, 404],
  );
  assert.deepEqual(details(full), [
    'The feature set Small has a policy-limit of 2, and this organization uses 2. Reduce the usage, or change to a larger feature set.',
  ]);
});

onEachEngine('The subscription to a new plan applies on every instance at once', async (world) => {
  await using second = await secondInstance(world);
  const home = await world.home();
  const client = clientOf(second.url, home.owner.token);

  await editCatalogue(world.context, system, ({ 'feature-sets': all }) => {
    const large = Object.entries({ ...all[1], identifier: 'large' }).filter(([name]) => name !== 'id');
    return { 'feature-sets': [...all, Object.fromEntries(large)] };
  });
  await setPlan(world, home, 'large');
  await wait(snapshot);
  const [subscription, set] = await Promise.all([
    client.get(`/organizations/${home.name}/subscription`),
    client.post(`/organizations/${home.name}/policy-sets`, documentOf('policy-sets', { name: 'set' })),
  ]);

  assert.equal(subscription.body.included[0].attributes.identifier, 'large');
  assert.equal(set.status, 201);
});
