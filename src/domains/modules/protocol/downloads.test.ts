import assert from 'node:assert/strict';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { setPlan } from '../../../../test/support/plans.ts';
import { seedModule } from '../../../../test/support/seeded-modules.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('The consumers of a version are listed by name, the latest first', async (world) => {
  const home = await world.home();
  const organizationId = home.organization.id;
  const { path, address } = await seedModule(world, home, { versions: ['1.0.0', '2.0.0'] });
  const person = await newMember(world, home);
  const teamId = await newTeam(world, home, []);
  const team = await clientOfOwner(world, { kind: 'team', id: teamId, organizationId });
  const organization = await clientOfOwner(world, { kind: 'organization', id: organizationId });
  const fetch = async (client: typeof team, version = '1.0.0') => {
    world.advance(1_000);
    const { status } = await client.get(`//api/registry/v1/modules/${address}/${version}/download`);
    assert.equal(status, 204);
  };

  for (const client of [organization, person.client, team, person.client]) await fetch(client);
  await fetch(team, '2.0.0');
  const all = await home.client.get(`${path}/1.0.0/downloads`);
  const second = await home.client.get(`${path}/1.0.0/downloads?page[size]=1&page[number]=2`);
  const byMember = await person.client.get(`${path}/1.0.0/downloads`);
  await setPlan(world, home, 'standard');
  const withoutPlan = await home.client.get(`${path}/1.0.0/downloads`);

  const shown = all.body.data.map(({ id, attributes }: { id: string; attributes: Record<string, unknown> }) => [
    id,
    attributes['consumer-type'],
    attributes['consumer-id'],
    attributes.count,
  ]);
  assert.deepEqual(shown, [
    [`user:${person.user.id}`, 'user', person.user.id, 2],
    [`team:${teamId}`, 'team', teamId, 1],
    [`organization:${organizationId}`, 'organization', organizationId, 1],
  ]);
  const [first, , last] = all.body.data;
  assert.deepEqual(
    [first.attributes['consumer-name'], last.attributes['consumer-name']],
    [person.user.username, home.name],
  );
  assert.ok(first.attributes['last-downloaded-at'] > last.attributes['last-downloaded-at']);
  assert.deepEqual(second.body.data, [all.body.data[1]]);
  assert.equal(second.body.meta.pagination['total-count'], 3);
  assert.deepEqual([byMember.status, withoutPlan.status], [404, 404]);
});
