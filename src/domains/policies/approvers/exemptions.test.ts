// Tests in which policy sets with approvers an exemption counts.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import { creating, evaluatedIn, inWorkspace, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { joinTeam, newMember, newTeam } from '../../../../test/support/members.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

type Caller = Pick<Home, 'client'>;

/** Names teams as approvers of a policy set. */
const name = async ({ client }: Home, set: string, ...teams: readonly string[]) => {
  const { status } = await client.post(`/policy-sets/${set}/relationships/approvers`, identifiers('teams', ...teams));
  assert.equal(status, 204);
};

const unname = ({ client }: Home, set: string, ...teams: readonly string[]) =>
  client.request('DELETE', `/policy-sets/${set}/relationships/approvers`, { json: identifiers('teams', ...teams) });

const end = '2100-01-01T00:00:00.000Z';

/** Exempts a workspace from a policy, and returns the exemption. */
const exempting = async ({ client }: Caller, policy: string, workspace: string, expires: string | null = end) => {
  const attributes = { reason: 'Until the migration', owner: 'network', 'expires-at': expires };
  const document = documentOf('policy-exemptions', attributes, inWorkspace(workspace));
  const { status, body } = await client.post(`/policies/${policy}/exemptions`, document);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
};

/** Creates a policy that rejects the plan, in a set with an approver team, and people with the right to exempt. */
const guarded = async (world: World, home: Home) => {
  await home.client.patch(
    `/organizations/${home.name}`,
    documentOf('organizations', { 'policy-exemption-max-days': null }),
  );
  const policy = await newOpaPolicy(home, 'buckets');
  const set = await opaSet(home, 'guarded', [policy], { overridable: true, global: true });
  const workspace = await newWorkspace(home, 'edge');
  const overriders = await newTeam(world, home, ['manage-policy-overrides']);
  const approvers = await newTeam(world, home, []);
  await name(home, set, approvers);
  const [approver, other] = [await newMember(world, home, overriders), await newMember(world, home, overriders)];
  await joinTeam(world, approver, approvers);
  const evaluation = async () => {
    const { attributes } = await evaluatedIn(world, home, workspace, creating);
    return attributes;
  };
  const nameOf = async (team: string) => (await home.client.get(`/teams/${team}`)).body.data.attributes.name;
  return { policy, set, workspace, approvers, approver, other, evaluation, nameOf };
};

onEachEngine('In a set with approvers, only exemptions by approvers count', async (world) => {
  const home = await world.home();
  const { policy, set, workspace, approvers, approver, other, evaluation, nameOf } = await guarded(world, home);
  const list = async () =>
    (await home.client.get(`/policies/${policy}/exemptions`)).body.data.map(
      ({ id, attributes }: { id: string; attributes: object }) => [id, attributes],
    );
  const shown = async (id: string) => (await other.client.get(`/policy-exemptions/${id}`)).body.data.attributes;

  const byOther = await exempting(other, policy, workspace);
  const byOwner = await exempting(home, policy, workspace);
  const refused = await evaluation();
  const byApprover = await exempting(approver, policy, workspace);
  const exempt = await evaluation();

  assert.deepEqual([refused.status, exempt.status], ['failed', 'passed']);
  assert.ok(
    refused.notices.includes(
      `The exemption ${byOther.id} does not apply to the policy buckets (policy set guarded): this policy set has approvers, and the creator of the exemption was not one of them.`,
    ),
  );
  assert.ok(exempt.notices.some((notice: string) => notice.includes(`(exemption ${byApprover.id})`)));
  const ofSet = { id: set, name: 'guarded', approvers: [await nameOf(approvers)] };
  const lacking = [{ ...ofSet, counts: false, reason: 'approvers' }];
  assert.deepEqual(
    [byOther, byOwner, byApprover].map(({ attributes }) => [attributes.effective, attributes['policy-sets']]),
    [
      [false, lacking],
      [false, lacking],
      [true, [{ ...ofSet, counts: true, reason: null }]],
    ],
  );
  assert.deepEqual((await shown(byOther.id))['policy-sets'], lacking);
  const listed = new Map<string, Record<string, unknown>>(await list());
  const ids = [byOther.id, byOwner.id, byApprover.id];
  assert.deepEqual(
    ids.map((id) => [listed.get(id)?.effective, listed.get(id)?.['policy-sets']]),
    [
      [false, undefined],
      [false, undefined],
      [true, undefined],
    ],
  );
});

onEachEngine('The teams that the creator had at creation are compared with the current approvers', async (world) => {
  const home = await world.home();
  const { policy, set, workspace, approvers, approver, other, evaluation } = await guarded(world, home);
  const { id } = await exempting(approver, policy, workspace);
  const late = await exempting(other, policy, workspace);
  const memberships = await home.client.get(`/organizations/${home.name}/organization-memberships?page[size]=100`);
  const membership = memberships.body.data.find(
    (each: { relationships: { user: { data: { id: string } } } }) =>
      each.relationships.user.data.id === approver.user.id,
  );

  await joinTeam(world, other, approvers);
  const left = await home.client.delete(`/organization-memberships/${membership.id}`);
  const afterLeaving = (await evaluation()).status;
  await unname(home, set, approvers);
  await name(home, set, await newTeam(world, home, []));
  const { status, notices } = await evaluation();

  assert.equal(left.status, 204);
  assert.deepEqual([afterLeaving, status], ['passed', 'failed']);
  for (const each of [id, late.id]) {
    assert.ok(notices.some((notice: string) => notice.startsWith(`The exemption ${each} does not apply`)));
  }
});

onEachEngine('An exemption whose end is made later counts by the teams of the person who did this', async (world) => {
  const home = await world.home();
  const { policy, workspace, approver, other } = await guarded(world, home);
  const { id } = await exempting(approver, policy, workspace);
  const counts = async ({ client }: Caller, attributes: object) => {
    const { status, body } = await client.patch(
      `/policy-exemptions/${id}`,
      documentOf('policy-exemptions', attributes),
    );
    assert.equal(status, 200);
    return body.data.attributes['policy-sets'][0].counts;
  };

  assert.deepEqual(
    [
      await counts(other, { reason: 'Another reason' }),
      await counts(other, { 'expires-at': '2099-01-01T00:00:00.000Z' }),
      await counts(other, { 'expires-at': '2099-02-01T00:00:00.000Z' }),
      await counts(approver, { 'expires-at': '2099-02-01T00:00:00.000Z' }),
      await counts(approver, { 'expires-at': '2099-03-01T00:00:00.000Z' }),
      await counts(other, { 'expires-at': null }),
    ],
    [true, true, false, false, true, false],
  );
});

onEachEngine('If all approver teams were deleted, exemptions by owners count', async (world) => {
  const home = await world.home();
  const { policy, workspace, approvers, other, evaluation } = await guarded(world, home);
  await home.client.delete(`/teams/${approvers}`);

  const byOther = await exempting(other, policy, workspace);
  const before = (await evaluation()).status;
  const byOwner = await exempting(home, policy, workspace);
  const after = (await evaluation()).status;

  assert.deepEqual([byOther.attributes.effective, byOwner.attributes.effective], [false, true]);
  assert.deepEqual(byOwner.attributes['policy-sets'][0].approvers, ['owners']);
  assert.deepEqual([before, after], ['failed', 'passed']);
});

onEachEngine('An exemption counts in each set of its policy separately', async (world) => {
  const home = await world.home();
  const { policy, set, workspace, other } = await guarded(world, home);
  const open = await opaSet(home, 'open', [policy], { overridable: true });
  const closed = await opaSet(home, 'closed', [policy]);

  const { attributes } = await exempting(other, policy, workspace);

  assert.equal(attributes.effective, true);
  assert.deepEqual(
    attributes['policy-sets'].map(({ id, counts, reason }: Record<string, unknown>) => [id, counts, reason]),
    [
      [closed, false, 'not-overridable'],
      [set, false, 'approvers'],
      [open, true, null],
    ],
  );
});

onEachEngine('An exemption from a policy of a versioned set counts only if an approver created it', async (world) => {
  const home = await world.home();
  const { workspace, approver, other, approvers } = await guarded(world, home);
  const set = await opaSet(home, 'versioned', [], { overridable: true, versioned: true });
  await name(home, set, approvers);
  const archive = archiveOf({
    'policies.yaml': 'policies:\n  - name: buckets\n    query: data.p.deny\n    enforcement-level: mandatory\n',
    'buckets.rego': 'package p\n\ndeny contains "public" if true\n',
  });
  assert.equal((await sendSetVersion(world, home, set, archive)).sent.status, 200);
  const exempted = async ({ client }: Caller) => {
    const attributes = { reason: 'r', owner: 'o', 'expires-at': end, 'policy-name': 'buckets' };
    const document = documentOf('policy-exemptions', attributes, inWorkspace(workspace));
    return (await client.post(`/policy-sets/${set}/exemptions`, document)).body.data.attributes['policy-sets'];
  };

  const [byOther, byApprover] = [await exempted(other), await exempted(approver)];

  assert.deepEqual(
    [byOther, byApprover].map((sets) => sets.map(({ id, counts }: Record<string, unknown>) => [id, counts])),
    [[[set, false]], [[set, true]]],
  );
});
