// Tests that only approvers of the policy sets that block a run override its evaluation.
import assert from 'node:assert/strict';
import { details, documentOf, identifiers } from '../../../../test/support/documents.ts';
import { creating, evaluated, evaluationIn, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { clientOfOwner, joinTeam, newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

type Caller = Pick<Home, 'client'>;

const comment = documentOf('policy-evaluations', { comment: 'agreed' });
const override = ({ client }: Caller, id: string) => client.post(`/policy-evaluations/${id}/actions/override`, comment);

/** Names teams as approvers of a policy set. */
const name = async ({ client }: Home, set: string, ...teams: readonly string[]) => {
  const { status } = await client.post(`/policy-sets/${set}/relationships/approvers`, identifiers('teams', ...teams));
  assert.equal(status, 204);
};

/**
 * Creates an overridable policy set whose policy rejects the plan. Returns the set, a workspace, and functions that
 * evaluate the plan, try an override and read the name of a team.
 */
const blocked = async (world: World, home: Home) => {
  const set = await opaSet(home, 'guarded', [await newOpaPolicy(home, 'buckets')], { overridable: true });
  const workspace = await newWorkspace(home, 'edge');
  const evaluate = async () => {
    const document = evaluationIn(workspace);
    const path = `/policy-sets/${set}/evaluations`;
    return String((await evaluated({ world, by: home, path, document }, creating)).id);
  };
  const statusFor = async (caller: Caller) => (await override(caller, await evaluate())).status;
  const nameOf = async (team: string) => (await home.client.get(`/teams/${team}`)).body.data.attributes.name;
  return { set, workspace, evaluate, statusFor, nameOf };
};

onEachEngine('Only members and tokens of an approver team override what the set blocks', async (world) => {
  const home = await world.home();
  const { set, evaluate, statusFor, nameOf } = await blocked(world, home);
  const [approvers, others] = [
    await newTeam(world, home, ['manage-policy-overrides']),
    await newTeam(world, home, ['manage-policy-overrides', 'manage-policies']),
  ];
  const [approver, other] = [await newMember(world, home, approvers), await newMember(world, home, others)];
  const organizationId = home.organization.id;
  const tokens = await Promise.all([
    clientOfOwner(world, { kind: 'team', id: approvers, organizationId }),
    clientOfOwner(world, { kind: 'team', id: others, organizationId }),
    clientOfOwner(world, { kind: 'organization', id: organizationId }),
  ]);
  const otherSet = await opaSet(home, 'other', [await newOpaPolicy(home, 'other')], { overridable: true });
  await name(home, otherSet, others);

  const before = await statusFor(other);
  await name(home, set, approvers);
  const id = await evaluate();
  const shown = async ({ client }: Caller) => {
    const { attributes } = (await client.get(`/policy-evaluations/${id}`)).body.data;
    return [attributes.permissions['can-override'], attributes['missing-approvals']];
  };
  const lacking = [false, [{ 'policy-set': set, name: 'guarded', teams: [await nameOf(approvers)] }]];
  const actions = [await shown(home), await shown(other), await shown(approver)];
  const refused = await override(other, id);
  const unchanged = (await home.client.get(`/policy-evaluations/${id}`)).body.data.attributes.status;
  const statuses = [(await override(home, id)).status, (await override(approver, id)).status];
  for (const client of tokens) statuses.push(await statusFor({ client }));

  assert.equal(before, 200);
  assert.deepEqual(actions, [lacking, lacking, [true, []]]);
  assert.equal(refused.status, 403);
  assert.deepEqual(details(refused), [
    `You cannot override this evaluation, because a policy set that blocks the run has approvers and you are not one of them. Approvers of the policy set guarded are the members of the team ${await nameOf(approvers)}.`,
  ]);
  assert.equal(unchanged, 'failed');
  assert.deepEqual(statuses, [403, 200, 200, 403, 403]);
  assert.deepEqual((await shown(other))[1], []);
});

onEachEngine('A delegate must also be an approver, and an approver needs the right to override', async (world) => {
  const home = await world.home();
  const { set, workspace, statusFor } = await blocked(world, home);
  const [delegates, approvers] = [
    await newTeam(world, home, ['delegate-policy-overrides']),
    await newTeam(world, home, ['read-workspaces']),
  ];
  const related = {
    team: { data: { id: delegates, type: 'teams' } },
    workspace: { data: { id: workspace, type: 'workspaces' } },
  };
  const path = `/organizations/${home.name}/policy-override-delegations`;
  await home.client.post(path, documentOf('policy-override-delegations', {}, related));
  await name(home, set, approvers);
  const [delegate, approver] = [await newMember(world, home, delegates), await newMember(world, home, approvers)];

  const before = [await statusFor(delegate), await statusFor(approver)];
  await joinTeam(world, delegate, approvers);

  assert.deepEqual(before, [403, 404]);
  assert.equal(await statusFor(delegate), 200);
});

onEachEngine('If all approver teams were deleted, the owners are the approvers', async (world) => {
  const home = await world.home();
  const { set, evaluate, statusFor } = await blocked(world, home);
  const [one, two] = [await newTeam(world, home, []), await newTeam(world, home, [])];
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));
  await name(home, set, one, two);

  await home.client.delete(`/teams/${one}`);
  const withOne = [await statusFor(home), await statusFor(manager)];
  await home.client.delete(`/teams/${two}`);
  const { attributes } = (await manager.client.get(`/policy-evaluations/${await evaluate()}`)).body.data;
  const withNone = [await statusFor(home), await statusFor(manager)];

  assert.deepEqual(withOne, [403, 403]);
  assert.deepEqual(withNone, [200, 403]);
  assert.deepEqual(attributes['missing-approvals'], [{ 'policy-set': set, name: 'guarded', teams: ['owners'] }]);
});

onEachEngine(
  'An override requires an approver of every set that blocks the run, but no approver of other sets',
  async (world) => {
    const home = await world.home();
    const [one, two] = [
      await newTeam(world, home, ['manage-policy-overrides']),
      await newTeam(world, home, ['manage-policy-overrides']),
    ];
    const policy = await newOpaPolicy(home, 'buckets');
    const advisory = await newOpaPolicy(home, 'advisory', { level: 'advisory' });
    const sets = [
      await opaSet(home, 'first', [policy], { overridable: true, global: true }),
      await opaSet(home, 'second', [policy], { overridable: true, global: true }),
      await opaSet(home, 'third', [advisory], { global: true }),
    ];
    const [first = '', second = '', third = ''] = sets;
    await name(home, first, one);
    await name(home, second, two);
    await name(home, third, await newTeam(world, home, []));
    const member = await newMember(world, home, one);
    const path = `/organizations/${home.name}/evaluations`;
    const { id } = await evaluated({ world, by: home, path }, creating);
    const missing = async () =>
      (await member.client.get(`/policy-evaluations/${id}`)).body.data.attributes['missing-approvals'].map(
        (each: { name: string }) => each.name,
      );

    const before = [await missing(), (await override(member, id)).status];
    await joinTeam(world, member, two);
    const after = [await missing(), (await override(member, id)).status];

    assert.deepEqual(before, [['second'], 403]);
    assert.deepEqual(after, [[], 200]);
  },
);

onEachEngine('The approvers of a deleted policy set are not required', async (world) => {
  const home = await world.home();
  const { set, evaluate } = await blocked(world, home);
  await name(home, set, await newTeam(world, home, []));
  const id = await evaluate();

  const before = (await override(home, id)).status;
  await home.client.delete(`/policy-sets/${set}`);
  const after = (await override(home, id)).status;

  assert.deepEqual([before, after], [403, 200]);
});

onEachEngine('Posted outcomes determine which sets still require approvers for an override', async (world) => {
  const home = await world.home();
  const level = { 'enforcement-level': 'soft-mandatory' };
  const [tags, sizes] = [await newPolicy(home, 'tags', level), await newPolicy(home, 'sizes', level)];
  const guarded = await newPolicySet(home, 'guarded', { global: true }, [tags]);
  await newPolicySet(home, 'open', { global: true }, [sizes]);
  await name(home, guarded, await newTeam(world, home, []));
  const pipeline = await newMember(world, home);
  const path = `/organizations/${home.name}/evaluations`;
  const { id, attributes } = await evaluated({ world, by: pipeline, path }, creating);

  const before = (await override(home, id)).status;
  const posted = await home.client.post(
    `/policy-evaluations/${id}/external-outcomes`,
    documentOf('external-outcomes', {
      'input-digest': attributes['input-digest'],
      source: null,
      outcomes: [{ 'policy-id': tags, status: 'passed' }],
    }),
  );
  const after = (await override(home, id)).status;

  assert.deepEqual(
    [attributes.status, posted.status, posted.body.data.attributes.status],
    ['unreachable', 200, 'unreachable'],
  );
  assert.deepEqual([before, after], [403, 200]);
});
