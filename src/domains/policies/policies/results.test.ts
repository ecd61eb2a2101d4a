// Tests the filters that select policies by their results. These filters use the daily counts of results.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { creating, evaluated, harmless, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const day = 86_400_000;

const named = async ({ client, name }: Home, query: string): Promise<readonly string[]> => {
  const { status, body } = await client.get(`/organizations/${name}/policies?${query}`);
  assert.equal(status, 200);
  return body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
};

onEachEngine('Policies are filtered by whether they failed and whether they were evaluated', async (world) => {
  const home = await world.home();
  const failing = await newOpaPolicy(home, 'a-failing');
  const shadow = await newOpaPolicy(home, 'b-shadow', { shadow: true });
  const passing = await newOpaPolicy(home, 'c-passing', { source: 'package buckets\n\ndeny contains "x" if false\n' });
  await newOpaPolicy(home, 'd-new');
  const set = await opaSet(home, 'baseline', [failing, shadow, passing]);
  const path = `/policy-sets/${set}/evaluations`;
  await evaluated({ world, by: home, path }, creating);
  await evaluated({ world, by: home, path }, harmless);

  const [fails, rest] = [await named(home, 'filter[failing]=true'), await named(home, 'filter[failing]=false')];
  const never = await named(home, 'filter[evaluated]=false');
  const both = await named(home, 'filter[failing]=true&filter[shadow]=true&filter[evaluated]=true');
  const total = (await home.client.get(`/organizations/${home.name}/policies?filter[failing]=true&page[size]=1`)).body;
  world.advance(30 * day);
  const later = await named(home, 'filter[failing]=true');
  const evaluatedLater = await named(home, 'filter[evaluated]=true');

  assert.deepEqual(fails, ['a-failing', 'b-shadow']);
  assert.deepEqual(rest, ['c-passing', 'd-new']);
  assert.deepEqual(never, ['d-new']);
  assert.deepEqual(both, ['b-shadow']);
  assert.equal(total.meta.pagination['total-count'], 2);
  assert.deepEqual(later, []);
  assert.deepEqual(evaluatedLater, ['a-failing', 'b-shadow', 'c-passing']);
});

onEachEngine('The results of a policy are counted by week across all its sets', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  const [one, other] = [await opaSet(home, 'one', [policy]), await opaSet(home, 'other', [policy])];
  const evaluate = (set: string, plan: string) =>
    evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, plan);
  await evaluate(one, creating);
  world.advance(7 * day);
  await evaluate(other, creating);
  await evaluate(one, harmless);
  await home.client.patch(`/policies/${policy}`, documentOf('policies', { shadow: true }));
  await evaluate(one, creating);

  const { status, body } = await home.client.get(`/policies/${policy}/pass-rates`);

  assert.equal(status, 200);
  assert.deepEqual([body.data.type, body.data.id], ['policy-pass-rates', policy]);
  const { weeks } = body.data.attributes;
  assert.equal(weeks.length, 13);
  const [before, last] = weeks.slice(-2);
  assert.deepEqual({ ...before, week: '' }, { week: '', passed: 0, failed: 1, errored: 0, exempted: 0, old: 0 });
  assert.deepEqual({ ...last, week: '' }, { week: '', passed: 1, failed: 2, errored: 0, exempted: 0, old: 0 });
  assert.equal(Date.parse(last.week) - Date.parse(before.week), 7 * day);
});
