import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { inWorkspace, newOpaPolicy } from '../../../../test/support/evaluations.ts';
import { setMaximums } from '../../../../test/support/maximum-durations.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const hour = 3_600_000;

onEachEngine('Exemptions are filtered by the workspace that they apply to, and by status', async (world) => {
  const home = await world.home();
  await setMaximums(home, { exemption: null });
  const policy = await newOpaPolicy(home, 'buckets');
  const [shop, other] = [await newWorkspace(home, 'shop'), await newWorkspace(home, 'other')];
  const end = new Date(world.context.clock.now() + hour).toISOString();
  const grant = (owner: string, attributes: object, relationships: object = {}) => {
    const all = { reason: 'Until the migration', owner, 'expires-at': null, ...attributes };
    return home.client.post(`/policies/${policy}/exemptions`, documentOf('policy-exemptions', all, relationships));
  };
  await grant('shop', {}, inWorkspace(shop));
  await grant('shop, for an hour', { 'expires-at': end }, inWorkspace(shop));
  await grant('other', {}, inWorkspace(other));
  await grant('everywhere', { 'resource-address': 'aws_s3_bucket.logs' });
  world.advance(hour);
  const owners = async (query: string) => {
    const { status, body } = await home.client.get(`/organizations/${home.name}/policy-exemptions${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    const shown: readonly string[] = body.data.map(
      ({ attributes }: { attributes: { owner: string } }) => attributes.owner,
    );
    return shown.toSorted();
  };

  assert.deepEqual(await owners(''), ['everywhere', 'other', 'shop', 'shop, for an hour']);
  assert.deepEqual(await owners(`?filter[workspace]=${shop}`), ['everywhere', 'shop', 'shop, for an hour']);
  assert.deepEqual(await owners(`?filter[workspace]=${shop}&filter[status]=active`), ['everywhere', 'shop']);
  assert.deepEqual(await owners('?filter[status]=expired'), ['shop, for an hour']);
  assert.deepEqual(await owners(`?filter[workspace]=${'x'.repeat(300)}`), []);
  assert.deepEqual(await owners(`?filter[created-by]=${home.owner.user.username}&filter[ends-before]=${end}`), []);
  assert.deepEqual(await owners('?filter[ends-before]=2100-01-01'), ['shop, for an hour']);
  assert.deepEqual(await owners(`?filter[created-by]=${home.owner.user.id}&filter[status]=expired`), [
    'shop, for an hour',
  ]);
  assert.deepEqual(await owners('?filter[created-by]=nobody'), []);
  const refused = await home.client.get(`/organizations/${home.name}/policy-exemptions?filter[status]=old`);
  assert.equal(refused.status, 400);
});
