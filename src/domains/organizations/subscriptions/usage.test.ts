import assert from 'node:assert/strict';
import { newMember } from '../../../../test/support/members.ts';
import { featureSetId, setPlan } from '../../../../test/support/plans.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('The usage shows everything that the plan limits, but only to members with the right', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  await newPolicy(home, 'first', { 'enforcement-level': 'hard-mandatory' });
  await newPolicy(home, 'second', { kind: 'opa', 'enforcement-level': 'advisory' });
  await newPolicySet(home, 'set');
  const path = `/organizations/${home.name}/usage`;

  const unlimited = await home.client.get(path);
  await setPlan(world, home, 'free_standard');
  const limited = await home.client.get(path);
  const refused = await member.client.get(path);

  const counts = {
    'policy-count': 2,
    'policy-mandatory-enforcement-count': 1,
    'policy-set-count': 1,
    'versioned-policy-set-count': 0,
    'user-count': 2,
  };
  const without = {
    'policy-limit': null,
    'policy-mandatory-enforcement-limit': null,
    'policy-set-limit': null,
    'versioned-policy-set-limit': null,
    'user-limit': null,
  };
  assert.deepEqual(unlimited.body.data.attributes, { ...counts, ...without });
  assert.deepEqual(limited.body.data.attributes, {
    ...counts,
    ...without,
    'policy-limit': 5,
    'policy-mandatory-enforcement-limit': 1,
    'policy-set-limit': 1,
    'versioned-policy-set-limit': 0,
  });
  assert.equal(refused.status, 404);
});

onEachEngine('The list of subscriptions includes the first one, which is not stored', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/subscriptions?include=feature-set`;

  const before = await home.client.get(path);
  world.advance(1_000);
  await setPlan(world, home, 'standard');
  const after = await home.client.get(path);
  const second = await home.client.get(`${path}&page[size]=1&page[number]=2`);

  const sets = (answer: typeof before) =>
    answer.body.data.map((each: { relationships: { 'feature-set': { data: { id: string } } } }) => [
      each.relationships['feature-set'].data.id,
    ]);
  const [plus, standard] = [featureSetId(world, 'plus'), featureSetId(world, 'standard')];
  assert.deepEqual(sets(before), [[plus]]);
  assert.equal(before.body.meta.pagination['total-count'], 1);
  assert.equal(before.body.included[0].attributes.identifier, 'plus');
  assert.deepEqual(sets(after), [[standard], [plus]]);
  assert.deepEqual(
    after.body.data.map(({ attributes }: { attributes: object }) => Reflect.get(attributes, 'is-active')),
    [true, false],
  );
  assert.deepEqual(sets(second), [[plus]]);
});
