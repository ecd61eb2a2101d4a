import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { created, inWorkspace } from '../../../../test/support/evaluations.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('Evaluations are listed by the workspace that they are of, also once it is deleted', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/evaluations`;
  const [shop, other] = [await newWorkspace(home, 'shop'), await newWorkspace(home, 'other')];
  const add = async (workspace: string): Promise<string> => {
    const document = documentOf('policy-evaluations', {}, inWorkspace(workspace));
    const { id } = await created({ by: home, path, document });
    world.advance(1_000);
    return id;
  };
  const [first, , second] = [await add(shop), await add(other), await add(shop)];
  await created({ by: home, path });
  const ids = async (query: string) => {
    const { status, body } = await home.client.get(`${path}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ id }: { id: string }) => id);
  };
  const ofShop = `filter[workspace]=${shop}`;
  await home.client.post(`/policy-evaluations/${first}/actions/cancel`, {});

  assert.deepEqual(await ids(ofShop), [second, first]);
  assert.deepEqual(await ids(`${ofShop}&page[size]=1&page[number]=2`), [first]);
  assert.deepEqual(await ids(`${ofShop}&filter[status]=pending`), [second]);
  assert.deepEqual(await ids(`${ofShop}&filter[status]=failed`), []);
  await home.client.delete(`/workspaces/${shop}`);
  assert.deepEqual(await ids(ofShop), [second, first]);
  assert.deepEqual(await ids('filter[workspace]=ws-unknown'), []);
});
