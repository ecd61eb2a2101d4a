// Tests that an evaluation counts for its workspace only if the evaluation's creator was permitted to see or manage
// workspaces, or to manage policies.
import assert from 'node:assert/strict';
import type { Client } from '../../../../test/support/client.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  creating,
  evaluated,
  evaluationIn,
  harmless,
  inWorkspace,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import type { Permission } from '../../../kernel/permissions.ts';

/** Returns a workspace whose last evaluation was created by the owner and failed. */
const scene = async (world: World) => {
  const home = await world.home();
  await opaSet(home, 'everywhere', [await newOpaPolicy(home, 'buckets')], { global: true });
  const workspace = await newWorkspace(home, 'shop');
  const evaluate = (client: Client, plan: string, place: object = { relationships: inWorkspace(workspace) }) => {
    const data = { type: 'policy-evaluations', attributes: {}, ...place };
    return evaluated(
      { world, by: { client }, path: `/organizations/${home.name}/evaluations`, document: { data } },
      plan,
    );
  };
  const failed = await evaluate(home.client, creating);
  return { home, workspace, evaluate, failed };
};

const postureOf = async ({ client, name }: Home) =>
  (await client.get(`/organizations/${name}/posture`)).body.data.attributes.workspaces;

const latestOf = async ({ client, name }: Home) => {
  const { data } = (await client.get(`/organizations/${name}/workspace-results`)).body;
  return data[0].relationships['latest-evaluation'].data.id;
};

const counting: readonly Permission[] = ['manage-workspaces', 'read-workspaces', 'manage-policies'];
const others: readonly Permission[] = [
  'manage-policy-overrides',
  'manage-run-tasks',
  'manage-modules',
  'read-projects',
];

onEachEngine('The plan of a member without rights does not change the status of a workspace', async (world) => {
  const { home, evaluate, failed } = await scene(world);
  const member = await newMember(world, home);

  const passed = await evaluate(member.client, harmless);

  assert.deepEqual([passed.attributes.status, passed.attributes['counts-for-workspace']], ['passed', false]);
  assert.deepEqual(passed.attributes.notices, [
    `This evaluation does not count for the workspace shop, because ${member.user.username} was not permitted to send plans that count for it. An owner of ${home.name} can give a team access to the workspace with the level plan, or the permission to see workspaces.`,
  ]);
  const { blocked, passed: green, 'evaluations-not-counted': notCounted } = await postureOf(home);
  assert.deepEqual([blocked, green, notCounted], [1, 0, 1]);
  assert.equal(await latestOf(home), failed.id);
  const rates = await home.client.get(`/organizations/${home.name}/pass-rates?group=workspace`);
  assert.deepEqual([rates.body.data[0].attributes.passed, rates.body.data[0].attributes.failed], [0, 1]);
  const history = await home.client.get(`/organizations/${home.name}/evaluations`);
  assert.equal(history.body.data.length, 2);
  world.advance(8 * 86_400_000);
  assert.equal((await postureOf(home))['evaluations-not-counted'], 0);
});

onEachEngine('Whether an evaluation counts depends on the rights of its creator at its creation', async (world) => {
  const { home, evaluate } = await scene(world);
  const { organization } = home;
  const byTeam = async (permission: Permission) => {
    const id = await newTeam(world, home, [permission]);
    const token = await clientOfOwner(world, { kind: 'team', id, organizationId: organization.id });
    return [(await newMember(world, home, id)).client, token];
  };
  const clients = {
    counts: [home.client, await clientOfOwner(world, { kind: 'organization', id: organization.id })],
    not: [(await newMember(world, home)).client],
  };
  for (const permission of counting) clients.counts.push(...(await byTeam(permission)));
  for (const permission of others) clients.not.push(...(await byTeam(permission)));

  for (const client of clients.not) {
    const { id, attributes } = await evaluate(client, harmless);
    assert.equal(attributes['counts-for-workspace'], false);
    assert.notEqual(await latestOf(home), id);
  }
  for (const client of clients.counts) {
    const { id, attributes } = await evaluate(client, harmless);
    assert.deepEqual([attributes['counts-for-workspace'], attributes.notices], [true, []]);
    assert.equal(await latestOf(home), id);
  }
});

onEachEngine('Later changes of rights do not affect an evaluation', async (world) => {
  const { home, evaluate } = await scene(world);
  const team = await newTeam(world, home, ['read-workspaces']);
  const member = await newMember(world, home, team);
  const before = await evaluate(member.client, harmless);

  const access = { 'organization-access': { 'read-workspaces': false } };
  const withdrawn = await home.client.patch(`/teams/${team}`, documentOf('teams', access));
  const after = await evaluate(member.client, harmless);

  assert.equal(withdrawn.status, 200);
  assert.deepEqual(
    [before, after].map(({ attributes }) => attributes['counts-for-workspace']),
    [true, false],
  );
  assert.equal(await latestOf(home), before.id);
});

onEachEngine('For an evaluation without a workspace or of one set, counts-for-workspace is null', async (world) => {
  const { home, workspace, evaluate } = await scene(world);
  const { client } = await newMember(world, home);
  const set = (await home.client.get(`/organizations/${home.name}/policy-sets`)).body.data[0].id;

  const nowhere = await evaluate(client, harmless, {});
  const bySet = await client.post(`/policy-sets/${set}/evaluations`, evaluationIn(workspace));

  assert.deepEqual([nowhere.attributes['counts-for-workspace'], nowhere.attributes.notices], [null, []]);
  assert.equal(bySet.body.data.attributes['counts-for-workspace'], null);
  assert.equal((await postureOf(home))['evaluations-not-counted'], 0);
});

onEachEngine('Every member can name a workspace by its name', async (world) => {
  const { home, workspace } = await scene(world);
  const team = await newTeam(world, home, []);
  const client = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const create = (attributes: object, relationships: object = {}) =>
    client.post(`/organizations/${home.name}/evaluations`, documentOf('policy-evaluations', attributes, relationships));

  const named = await create({ 'workspace-name': 'shop' });
  const unknown = await create({ 'workspace-name': 'nowhere' });
  const twice = await create({ 'workspace-name': 'shop' }, inWorkspace(workspace));

  assert.equal(named.status, 201);
  assert.equal(named.body.data.relationships.workspace.data.id, workspace);
  assert.deepEqual([unknown.status, twice.status], [422, 422]);
  assert.deepEqual(unknown.body.errors[0].source, { pointer: '/data/attributes/workspace-name' });
  assert.match(unknown.body.errors[0].detail, /^There is no workspace nowhere in this organization\./);
});
