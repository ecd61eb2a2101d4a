import assert from 'node:assert/strict';
import { namesIn } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

/** Lists an organization's policy sets with the given query string. */
const list = ({ client, name }: Home, query = '') => client.get(`/organizations/${name}/policy-sets?${query}`);

onEachEngine('Policy sets are listed by name, page by page', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  for (const name of ['b', 'a', 'C']) await newPolicySet(home, name);
  await newPolicySet(other, 'elsewhere');

  const [all, second, past] = await Promise.all([
    list(home),
    list(home, 'page[size]=2&page[number]=2'),
    list(home, 'page[number]=9'),
  ]);

  assert.deepEqual(namesIn(all), ['C', 'a', 'b']);
  assert.deepEqual(namesIn(second), ['b']);
  assert.equal(second.body.meta.pagination['total-count'], 3);
  assert.deepEqual([past.status, past.body.data], [200, []]);
});

onEachEngine('Policy sets are searched by name and filtered by kind', async (world) => {
  const home = await world.home();
  await newPolicySet(home, 'Prod-Native');
  await newPolicySet(home, 'prod_opa', { kind: 'opa' });
  await newPolicySet(home, 'test', { kind: 'opa' });
  const search = async (query: string) => {
    const listed = await list(home, query);
    assert.equal(listed.body.meta.pagination['total-count'], listed.body.data.length);
    return namesIn(listed);
  };

  assert.deepEqual(await search('search[name]=PROD'), ['Prod-Native', 'prod_opa']);
  assert.deepEqual(await search('search[name]=_'), ['prod_opa']);
  assert.deepEqual(await search('search[name]=%25'), []);
  assert.deepEqual(await search('search[name]=%00'), []);
  assert.deepEqual(await search(`search[name]=${'p'.repeat(256)}`), []);
  assert.deepEqual(await search('search[name]='), ['Prod-Native', 'prod_opa', 'test']);
  assert.deepEqual(await search('filter[kind]=opa'), ['prod_opa', 'test']);
  assert.deepEqual(await search('filter[kind]=opa&search[name]=t'), ['test']);
  assert.deepEqual(await search('filter[kind]=unknown'), []);
});

onEachEngine('An include contains each policy of the sets once', async (world) => {
  const home = await world.home();
  const [one, two] = [await newPolicy(home, 'one'), await newPolicy(home, 'two')];
  const first = await newPolicySet(home, 'first', {}, [one, two]);
  await newPolicySet(home, 'second', {}, [two]);
  const shownPolicy = await home.client.get(`/policies/${two}`);

  const [listed, shown, plain, refused] = await Promise.all([
    list(home, 'include=policies'),
    home.client.get(`/policy-sets/${first}?include=policies`),
    home.client.get(`/policy-sets/${first}`),
    list(home, 'include=policies,organization'),
  ]);

  const idsOf = (resources: readonly { id: string }[]) => resources.map(({ id }) => id).toSorted();
  assert.deepEqual(idsOf(listed.body.included), [one, two].toSorted());
  assert.deepEqual(idsOf(shown.body.included), [one, two].toSorted());
  assert.deepEqual(
    listed.body.included.find(({ id }: { id: string }) => id === two),
    shownPolicy.body.data,
  );
  assert.equal(plain.body.included, undefined);
  assert.equal(refused.status, 400);
});
