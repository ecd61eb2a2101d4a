import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { creating, evaluatedIn, inWorkspace, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { setMaximums } from '../../../../test/support/maximum-durations.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const hour = 3_600_000;
const day = 24 * hour;

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

onEachEngine('Exemptions that last longer than the maximum are listed and marked', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  await setMaximums(home, { exemption: null });
  const inDays = (days: number) => new Date(world.context.clock.now() + days * day).toISOString();
  for (const [owner, end] of Object.entries({
    short: inDays(1),
    middle: inDays(29),
    long: inDays(32),
    endless: null,
  })) {
    const attributes = { reason: 'agreed', owner, 'expires-at': end, 'resource-address': 'aws_s3_bucket.logs' };
    const { status } = await home.client.post(
      `/policies/${policy}/exemptions`,
      documentOf('policy-exemptions', attributes),
    );
    assert.equal(status, 201);
  }
  const marked = async (query = '') => {
    const { body } = await home.client.get(`/organizations/${home.name}/policy-exemptions${query}`);
    return body.data.flatMap(({ attributes }: { attributes: Record<string, unknown> }) =>
      attributes['beyond-maximum'] === true ? [attributes.owner] : [],
    );
  };
  const beyond = async () => {
    const filtered = await home.client.get(
      `/organizations/${home.name}/policy-exemptions?filter[beyond-maximum]=true&filter[status]=active`,
    );
    const owners = filtered.body.data.map(({ attributes }: { attributes: { owner: string } }) => attributes.owner);
    assert.deepEqual(owners, await marked());
    assert.deepEqual(owners, await marked('?filter[beyond-maximum]=true'));
    return owners.toSorted();
  };

  assert.deepEqual(await beyond(), []);
  await setMaximums(home, { exemption: 30 });
  assert.deepEqual(await beyond(), ['endless', 'long']);
  world.advance(3 * day);
  assert.deepEqual(await beyond(), ['endless']);
  const refused = await home.client.get(`/organizations/${home.name}/policy-exemptions?filter[beyond-maximum]=no`);
  assert.equal(refused.status, 400);
});

onEachEngine('An exemption shows when it last applied to a finding, and is unmatched after 30 days', async (world) => {
  const home = await world.home();
  const [policy, other] = [await newOpaPolicy(home, 'buckets'), await newOpaPolicy(home, 'other')];
  await opaSet(home, 'baseline', [policy, other], { global: true, overridable: true });
  const workspace = await newWorkspace(home, 'shop');
  await setMaximums(home, { exemption: null });
  const grant = async (of: string, attributes: object, relationships: object = {}) => {
    const all = { reason: 'agreed', owner: 'ops', 'expires-at': null, ...attributes };
    const { body } = await home.client.post(
      `/policies/${of}/exemptions`,
      documentOf('policy-exemptions', all, relationships),
    );
    return String(body.data.id);
  };
  const inDays = (days: number) => new Date(world.context.clock.now() + days * day).toISOString();
  const names = new Map([
    [await grant(policy, { 'resource-address': 'aws_s3_bucket.logs' }), 'resource'],
    [await grant(other, {}, inWorkspace(workspace)), 'workspace'],
    [await grant(policy, { 'resource-address': 'aws_s3_bucket.gone' }), 'gone'],
    [await grant(policy, { 'resource-address': 'aws_s3_bucket.gone', 'expires-at': inDays(20) }), 'expired'],
  ]);
  const list = async (query = '') => {
    const { body } = await home.client.get(`/organizations/${home.name}/policy-exemptions${query}`);
    return body.data.map(({ id, attributes }: { id: string; attributes: Record<string, string> }) => ({
      name: names.get(id) ?? '',
      isNew: attributes['last-matched-at'] === attributes['created-at'],
      at: attributes['last-matched-at'] ?? '',
    }));
  };
  const matched = async () =>
    (await list()).filter(({ isNew }: { isNew: boolean }) => !isNew).map(({ name }: { name: string }) => name);
  const timeOf = async (name: string) => (await list()).find((each: { name: string }) => each.name === name).at;
  const unmatched = async () => (await list('?filter[unmatched]=true')).map(({ name }: { name: string }) => name);

  await evaluatedIn(world, home, workspace, creating);
  assert.deepEqual(await matched(), []);
  world.advance(2 * day);
  await evaluatedIn(world, home, workspace, creating);
  assert.deepEqual((await matched()).toSorted(), ['resource', 'workspace']);
  const first = await timeOf('resource');
  world.advance(hour);
  await evaluatedIn(world, home, workspace, creating);
  assert.equal(await timeOf('resource'), first);
  world.advance(27 * day);
  assert.deepEqual(await unmatched(), []);
  world.advance(day);
  assert.deepEqual(await unmatched(), ['gone']);
  await evaluatedIn(world, home, workspace, creating);
  assert.ok((await timeOf('resource')) > first);
  world.advance(30 * day);
  assert.deepEqual((await unmatched()).toSorted(), ['gone', 'resource', 'workspace']);
});
