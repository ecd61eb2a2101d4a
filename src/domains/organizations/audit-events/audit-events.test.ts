import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
import { newMember } from '../../../../test/support/members.ts';
import { newPolicy } from '../../../../test/support/policies.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const actions = ({ body }: Answer): readonly string[] =>
  body.data.map(({ attributes }: { attributes: { action: string } }) => attributes.action);

onEachEngine('Owners read the audit events of their own organization only', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const member = await newMember(world, home);
  const policy = await newPolicy(home, 'first');
  await newPolicy(other, 'elsewhere');
  const path = `/organizations/${home.name}/audit-events`;

  const created = await home.client.get(`${path}?filter[action]=policy.create`);
  const ofResource = await home.client.get(`${path}?filter[resource]=${policy}&filter[resource-type]=policies`);
  const ofNobody = await home.client.get(`${path}?filter[actor]=${member.user.username}`);
  const widened = await home.client.get(`${path}?filter[organization]=${other.name}&filter[action]=policy.create`);
  const later = await home.client.get(`${path}?filter[since]=2999-01-01T00:00:00Z`);
  const refused = [
    await member.client.get(path),
    await other.client.get(path),
    await (await world.person({ isAdmin: true })).client.get(path),
  ];

  assert.deepEqual(actions(created), ['policy.create']);
  assert.deepEqual(actions(ofResource), ['policy.create']);
  assert.deepEqual(actions(ofNobody), []);
  assert.equal(widened.status, 400);
  assert.deepEqual(actions(later), []);
  assert.deepEqual(Object.keys(created.body.data[0].attributes), [
    'at',
    'action',
    'actor',
    'impersonator',
    'token',
    'resource-type',
    'resource-id',
    'before',
    'after',
    'request-id',
    'sequence',
  ]);
  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404, 404],
  );
});
