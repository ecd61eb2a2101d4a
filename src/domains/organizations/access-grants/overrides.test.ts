// Tests overriding of policies as a part of the access to a workspace or project.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { giveAccess } from '../../../../test/support/grants.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const overrides = { 'policy-overrides': true };

const changed = ({ client }: Pick<Home, 'client'>, id: string, attributes: object) =>
  client.patch(`/team-workspaces/${id}`, documentOf('team-workspaces', attributes));

const shown = ({ body }: Awaited<ReturnType<typeof changed>>) => {
  const { 'policy-overrides': are, 'missing-for-overrides': missing } = body.data.attributes;
  return [are, missing];
};

const delegations = async ({ client, name }: Home) =>
  (await client.get(`/organizations/${name}/policy-override-delegations`)).body.data;

onEachEngine(
  'The level admin includes overriding if its grantor may delegate it and the team has the permission',
  async (world) => {
    const home = await world.home();
    const workspace = await newWorkspace(home, 'edge');
    const team = await newTeam(world, home, ['delegate-policy-overrides']);
    const manager = await newMember(world, home, await newTeam(world, home, ['manage-workspaces', 'manage-teams']));

    const byManager = await giveAccess(manager.client, { team, workspace }, 'admin', overrides);
    const { id } = byManager.body.data;
    const byOwner = await changed(home, id, overrides);
    const [delegation] = await delegations(home);
    await home.client.patch(
      `/teams/${team}`,
      documentOf('teams', { 'organization-access': { 'delegate-policy-overrides': false } }),
    );
    const without = await home.client.get(`/team-workspaces/${id}`);
    const kept = await changed(manager, id, { access: 'admin' });
    const lowered = await changed(manager, id, { access: 'write' });

    assert.deepEqual([byManager.status, ...shown(byManager)], [201, false, ['policy-override-delegation']]);
    assert.deepEqual(shown(byOwner), [true, []]);
    assert.deepEqual(shown(without), [false, ['delegate-policy-overrides']]);
    assert.deepEqual(shown(kept), [false, ['delegate-policy-overrides']]);
    assert.deepEqual(shown(lowered), [false, []]);
    assert.deepEqual(await delegations(home), []);
    assert.deepEqual(
      (await auditOf(world, delegation.id)).map(({ action }) => action),
      ['policy-override-delegation.create', 'policy-override-delegation.delete'],
    );
  },
);

onEachEngine('Overriding with the level custom needs both permissions', async (world) => {
  const home = await world.home();
  const workspace = await newWorkspace(home, 'edge');
  const team = await newTeam(world, home, []);
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-workspaces', 'manage-teams']));
  const ofManager = 'you have the permission manage-policy-overrides';
  const ofTeam = 'the team has the permission delegate-policy-overrides';
  const cannot = (condition: string) => `Policy overrides can only be true if ${condition}`;

  const neither = await giveAccess(manager.client, { team, workspace }, 'custom', overrides);
  const one = await giveAccess(home.client, { team, workspace }, 'custom', overrides);
  await home.client.patch(
    `/teams/${team}`,
    documentOf('teams', { 'organization-access': { 'delegate-policy-overrides': true } }),
  );
  const both = await giveAccess(home.client, { team, workspace }, 'custom', overrides);
  const kept = await changed(manager, both.body.data.id, { runs: 'plan' });
  const taken = await changed(manager, both.body.data.id, { 'policy-overrides': false });

  assert.deepEqual([neither.status, details(neither)], [422, [cannot(ofManager), cannot(ofTeam)]]);
  assert.deepEqual([one.status, details(one)], [422, [cannot(ofTeam)]]);
  assert.deepEqual(
    [shown(both), shown(kept), shown(taken)],
    [
      [true, []],
      [true, []],
      [false, []],
    ],
  );
  assert.deepEqual(await delegations(home), []);
});

onEachEngine('A removed access to a project takes the delegation of overrides there with it', async (world) => {
  const home = await world.home();
  const [project, workspace] = [await newProject(home, 'shop'), await newWorkspace(home, 'edge')];
  const team = await newTeam(world, home, ['delegate-policy-overrides']);
  const ofProject = await giveAccess(home.client, { team, project }, 'admin');
  await giveAccess(home.client, { team, workspace }, 'admin');

  const before = await delegations(home);
  await home.client.delete(`/team-projects/${ofProject.body.data.id}`);
  const after = await delegations(home);

  assert.equal(ofProject.body.data.attributes['workspace-access']['policy-overrides'], true);
  assert.deepEqual([before.length, after.length], [2, 1]);
  assert.equal(after[0].relationships.workspace.data.id, workspace);
});
