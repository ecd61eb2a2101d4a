// Tests the limits of open requests for exemptions, and when requests are deleted.
import assert from 'node:assert/strict';
import { insertExemptionRequest } from '../../../../test/access/exemption-records.ts';
import { archiveOf } from '../../../../test/support/archive.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { creating, evaluated, evaluatedIn } from '../../../../test/support/evaluations.ts';
import { asking, newStopped } from '../../../../test/support/exemption-requests.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { newId } from '../../../kernel/ids.ts';
import { expiry } from '../../../runtime/jobs/expiry.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { policies } from '../index.ts';
import { countOpenByRequester } from './store.ts';

const day = 86_400_000;

type Stopped = Awaited<ReturnType<typeof newStopped>>;

interface Several {
  readonly count: number;
  readonly requester: () => string;
  readonly workspace?: string;
}

/** Writes open requests directly to the database. */
const insertSeveral = (
  { context }: World,
  { home, policy, evaluation, ...stopped }: Stopped,
  { count, requester, workspace = stopped.workspace }: Several,
) =>
  context.database.transaction(async (tx) => {
    const of = { organization_id: home.organization.id, policy_id: policy, evaluation_id: evaluation };
    for (let index = 0; index < count; index += 1) {
      await insertExemptionRequest(tx, { ...of, workspace_id: workspace, requester_id: requester() });
    }
  });

onEachEngine('A party has at most 20 open requests in an organization', async (world) => {
  const stopped = await newStopped(world);
  const { home, policy, evaluation } = stopped;
  const team = await newTeam(world, home, ['read-workspaces']);
  const member = await newMember(world, home, team);
  const token = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const workspace = await newWorkspace(home, 'other');
  await insertSeveral(world, stopped, { count: 19, requester: () => member.user.id, workspace });

  const twentieth = await asking(member, evaluation, policy);
  const refused = [
    await asking(member, evaluation, policy, { 'resource-address': 'aws_s3_bucket.logs' }),
    await asking({ client: token }, evaluation, policy),
  ];
  const ofOther = await asking(stopped.member, evaluation, policy);
  const known = await asking(member, evaluation, policy);
  await member.client.delete(`/policy-exemption-requests/${twentieth.body.data.id}`);
  const afterwards = await asking({ client: token }, evaluation, policy);

  assert.deepEqual(
    [twentieth, ...refused, ofOther, known, afterwards].map(({ status }) => status),
    [201, 422, 422, 201, 200, 201],
  );
  for (const answer of refused) {
    assert.equal(answer.body.errors[0].code, 'limit-reached');
    assert.match(details(answer)[0] ?? '', /^You have 20 open exemption requests .* Withdraw one of them/);
  }
});

onEachEngine('A workspace has at most 200 open requests', async (world) => {
  const stopped = await newStopped(world);
  const { home, policy, evaluation, member } = stopped;
  const elsewhere = await newWorkspace(home, 'other');
  await insertSeveral(world, stopped, { count: 200, requester: () => newId('user') });

  const refused = await asking(member, evaluation, policy);
  const path = `/organizations/${home.name}/evaluations`;
  const document = documentOf('policy-evaluations', { 'workspace-name': 'other' });
  const other = await evaluated({ world, by: member, path, document }, creating);
  const inOther = await asking(member, other.id, policy);

  assert.deepEqual([refused.status, inOther.status], [422, 201]);
  assert.equal(inOther.body.data.relationships.workspace.data.id, elsewhere);
  assert.equal(refused.body.errors[0].code, 'limit-reached');
  assert.match(details(refused)[0] ?? '', /^The workspace has 200 open exemption requests/);
});

onEachEngine('Concurrent requests cannot exceed the limit together', async (world) => {
  const stopped = await newStopped(world);
  const { home, policy, evaluation, member } = stopped;
  const workspace = await newWorkspace(home, 'other');
  await insertSeveral(world, stopped, { count: 19, requester: () => member.user.id, workspace });

  const answers = await Promise.all([
    asking(member, evaluation, policy),
    asking(member, evaluation, policy, { 'resource-address': 'aws_s3_bucket.logs' }),
  ]);

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422]);
});

/** Returns the number of stored requests of an organization. */
const storedIn = async ({ context: { database } }: World, organization: string): Promise<number> =>
  (await database.rows(countOpenByRequester, { organization, now: '' })).length;

const deletions = {
  workspace: ({ workspace }: Stopped) => `/workspaces/${workspace}`,
  policy: ({ policy }: Stopped) => `/policies/${policy}`,
  organization: ({ home }: Stopped) => `/organizations/${home.name}`,
} as const;

for (const [name, pathOf] of Object.entries(deletions)) {
  onEachEngine(`A request is deleted together with its ${name}`, async (world) => {
    const stopped = await newStopped(world);
    const { home, policy, evaluation, member } = stopped;
    const { id } = (await asking(member, evaluation, policy)).body.data;

    const deleted = await home.client.delete(pathOf(stopped));
    const shown = await member.client.get(`/policy-exemption-requests/${id}`);
    await removeDeleted(world);

    assert.deepEqual([deleted.status, shown.status], [204, 404]);
    assert.deepEqual([await storedIn(world, home.organization.id), await storedIn(world, policy)], [0, 0]);
  });
}

onEachEngine('A request about a policy of a versioned set is deleted together with the set', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'pushed', { kind: 'opa', global: true });
  const folder = archiveOf({
    'policies.yaml': 'policies:\n  - name: here\n    query: data.p.deny\n    enforcement-level: mandatory\n',
    'here.rego': 'package p\n\ndeny := ["aws_s3_bucket.logs is public"]\n',
  });
  await sendSetVersion(world, home, set, folder);
  const { id, outcomes } = await evaluatedIn(world, home, await newWorkspace(home, 'shop'), creating);
  const sent = await asking(home, id, outcomes[0].attributes.outcomes[0].policy_id);

  await home.client.delete(`/policy-sets/${set}`);
  const shown = await home.client.get(`/policy-exemption-requests/${sent.body.data.id}`);
  await removeDeleted(world);

  assert.deepEqual([sent.status, shown.status], [201, 404]);
  assert.deepEqual([await storedIn(world, home.organization.id), await storedIn(world, set)], [0, 0]);
});

onEachEngine('A request is deleted together with its evaluation', async (world) => {
  const { home, policy, evaluation, member } = await newStopped(world);
  const { id } = (await asking(member, evaluation, policy)).body.data;
  const comment = documentOf('policy-exemption-requests', { comment: 'Set the bucket to private' });
  await home.client.post(`/policy-exemption-requests/${id}/actions/refuse`, comment);
  const statusAfter = async (days: number) => {
    world.advance(days * day);
    await runOnce(world.context, expiry(world.context, policies.expiring));
    return (await member.client.get(`/policy-exemption-requests/${id}`)).status;
  };

  assert.deepEqual([await statusAfter(89), await statusAfter(2)], [200, 404]);
});
