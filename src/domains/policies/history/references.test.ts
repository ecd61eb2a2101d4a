// Records to which entries of a policy's history refer.
import assert from 'node:assert/strict';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import { clientOfOwner, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const entriesOf = async ({ client }: Pick<Home, 'client'>, policy: string) => {
  const { status, body } = await client.get(`/policies/${policy}/history`);
  assert.equal(status, 200);
  return body.data;
};

onEachEngine('Long lists of workspaces are truncated', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'keys');
  const set = await newPolicySet(home, 'network', {}, [id]);
  const names = Array.from({ length: 102 }, (_, index) => `w${index}`);
  const workspaces = await Promise.all(names.map((name) => newWorkspace(home, name)));
  const relationship = `/policy-sets/${set}/relationships/workspaces`;
  await home.client.post(relationship, identifiers('workspaces', ...workspaces));
  await home.client.delete(relationship, { json: identifiers('workspaces', ...workspaces) });

  const [removed, added] = await entriesOf(home, id);

  assert.deepEqual([removed.attributes.before.workspaces.length, removed.attributes['omitted-count']], [100, 2]);
  assert.deepEqual([added.attributes.after.workspaces.length, added.attributes['omitted-count']], [100, 2]);
  assert.equal(added.relationships.workspaces.data.length, 100);
});

onEachEngine(
  'Entries refer to excluded projects and to approvers, and name no team that made a change',
  async (world) => {
    const home = await world.home();
    const id = await newPolicy(home, 'keys');
    const set = await newPolicySet(home, 'network', {}, [id]);
    const { body: projects } = await home.client.get(`/organizations/${home.name}/projects`);
    const project = projects.data[0].id;
    const team = await newTeam(world, home, ['manage-policies']);
    const relate = (name: string, type: string, added: string) =>
      home.client.post(`/policy-sets/${set}/relationships/${name}`, identifiers(type, added));
    assert.equal((await relate('project-exclusions', 'projects', project)).status, 204);
    assert.equal((await relate('approvers', 'teams', team)).status, 204);
    const client = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
    const change = documentOf('policies', { description: 'Keys' });
    assert.equal((await client.patch(`/policies/${id}`, change)).status, 200);

    const [byTeam, approved, excluded] = await entriesOf(home, id);

    assert.deepEqual(byTeam.attributes.actor, { kind: 'team', id: team, name: null });
    assert.deepEqual(approved.relationships.approvers.data, [{ id: team, type: 'teams' }]);
    assert.deepEqual(excluded.relationships.projects.data, [{ id: project, type: 'projects' }]);
  },
);
