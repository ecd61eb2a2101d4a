// Tests of the audit trail token, which an organization can have in addition to its token with full rights.
import assert from 'node:assert/strict';
import { clientOf } from '../../../../test/support/client.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('An audit trail token is separate and can read nothing else', async (world) => {
  const { client, name } = await world.home();
  const path = `/organizations/${name}/authentication-token`;
  const ofTrail = `${path}?token=audit-trails`;
  const full = clientOf(world.url, (await client.post(path)).body.data.attributes.token);
  const none = await client.get(ofTrail);

  const created = await client.post(ofTrail);
  const trail = clientOf(world.url, created.body.data.attributes.token);
  const reads = await trail.get('/organization/audit-trail');
  const others = await Promise.all([
    trail.get(`/organizations/${name}`),
    trail.get(`/organizations/${name}/policies`),
    trail.get('/organizations'),
    trail.get('/feature-sets'),
    trail.get('/account/details'),
    trail.post(path),
  ]);

  assert.deepEqual([none.status, created.status, reads.status], [404, 201, 200]);
  assert.deepEqual(
    others.map(({ status }) => status),
    others.map(() => 404),
  );
  assert.equal((await full.get(`/organizations/${name}/policies`)).status, 200);
  assert.notEqual((await client.get(path)).body.data.id, (await client.get(ofTrail)).body.data.id);
});

onEachEngine('The two tokens of an organization are replaced and deleted independently', async (world) => {
  const { client, name } = await world.home();
  const path = `/organizations/${name}/authentication-token`;
  const ofTrail = `${path}?token=audit-trails`;
  const text = async (of: string) => (await client.post(of)).body.data.attributes.token;
  const full = clientOf(world.url, await text(path));
  const first = clientOf(world.url, await text(ofTrail));
  const second = clientOf(world.url, await text(ofTrail));

  const replaced = await first.get('/organization/audit-trail');
  const unknown = await client.post(`${path}?token=everything`);
  const before = await second.get('/organization/audit-trail');
  const deleted = await client.delete(ofTrail);
  const after = await second.get('/organization/audit-trail');

  assert.deepEqual([replaced.status, unknown.status], [401, 400]);
  assert.deepEqual([before.status, deleted.status, after.status], [200, 204, 401]);
  assert.equal((await full.get(`/organizations/${name}`)).status, 200);
});
