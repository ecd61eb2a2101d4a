// Tests that an approval covers only the same findings, and only while its creator may override the evaluation.
import assert from 'node:assert/strict';
import { approvalScene, approve, publicBuckets } from '../../../../test/support/approvals.ts';
import { archiveOf } from '../../../../test/support/archive.ts';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import { evaluatedIn, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { clientOfOwner, joinTeam, newMember, newTeam } from '../../../../test/support/members.ts';
import { bucket, planOf, source } from '../../../../test/support/old-findings.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { untilWaiting } from '../../../../test/support/races.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import type { Statement } from '../../../db/query.ts';
import { deleteApprovalRow } from './store.ts';

/** Rejects every change of a bucket, with a text that contains only the address. */
const anyChange = `package buckets

deny contains message if {
  some each in input.plan.resource_changes
  each.change.actions != ["no-op"]
  message := sprintf("%s changes", [each.address])
}
`;

/** Rejects public buckets, with a text that contains a parameter. */
const withParameter = source.replace(
  '%s is public", [each.address]',
  '%s is public in %v", [each.address, input.parameters.region != "x"]',
);

onEachEngine('An approval does not apply to other workspaces', async (world) => {
  const { home, overrider, check } = await approvalScene(world);
  await approve(overrider, (await check(publicBuckets('logs'))).id);

  const elsewhere = await check(publicBuckets('logs'), await newWorkspace(home, 'other'));

  assert.equal(elsewhere.attributes.status, 'failed');
});

onEachEngine('An approval covers a finding only if its action and its values are the same', async (world) => {
  const { overrider, check } = await approvalScene(world, { policySource: anyChange });
  const change = (actions: readonly string[], acl: string) =>
    check(planOf(bucket('logs', actions, { acl: 'private' }, acl)));
  const { overrider: other, check: checkValue } = await approvalScene(world);
  const valued = (acl: string) => checkValue(planOf(bucket('logs', ['update'], { acl: 'private' }, acl)));
  await approve(overrider, (await change(['update'], 'private')).id);
  await approve(other, (await valued('public-read')).id);

  const statuses = [
    await change(['update'], 'private'),
    await change(['delete'], 'private'),
    await change(['delete', 'create'], 'private'),
    await valued('public-read'),
    await valued('public-read-write'),
  ].map(({ attributes }) => attributes.status);

  assert.deepEqual(statuses, ['overridden', 'failed', 'failed', 'overridden', 'failed']);
});

onEachEngine('An approval ends if the code, a parameter or the overridability of the set changes', async (world) => {
  const { home, policy, policySet, overrider, check } = await approvalScene(world, { policySource: withParameter });
  const set = `/policy-sets/${policySet}`;
  const parameter = await home.client.post(`${set}/parameters`, documentOf('vars', { key: 'region', value: 'eu' }));
  const plan = publicBuckets('logs');
  const statusAfter = async (change: () => Promise<{ readonly status: number }>) => {
    assert.ok((await change()).status < 300);
    return (await check(plan)).attributes.status;
  };
  const setParameter = (value: string) =>
    home.client.patch(`${set}/parameters/${parameter.body.data.id}`, documentOf('vars', { value }));
  const setOverridable = (overridable: boolean) => home.client.patch(set, documentOf('policy-sets', { overridable }));
  const upload = (code: string) => home.client.put(`/policies/${policy}/upload`, code);
  await approve(overrider, (await check(plan)).id);

  const statuses = [
    (await check(plan)).attributes.status,
    await statusAfter(() => setParameter('us')),
    await statusAfter(() => setParameter('eu')),
    await statusAfter(() => setOverridable(false)),
    await statusAfter(() => setOverridable(true)),
    await statusAfter(() => upload(`${withParameter}\n# A comment\n`)),
  ];

  assert.deepEqual(statuses, ['overridden', 'failed', 'overridden', 'failed', 'overridden', 'failed']);
});

onEachEngine(
  'An approval in a versioned set remains valid after an upload of the same files, but not of other data',
  async (world) => {
    const home = await world.home();
    const set = await newPolicySet(home, 'pushed', { kind: 'opa', versioned: true, overridable: true, global: true });
    const workspace = await newWorkspace(home, 'app');
    const push = async (names: string, more: Readonly<Record<string, string>> = {}) => {
      const list = ['buckets', ...Object.keys(more).map((file) => file.replace('.rego', ''))].map(
        (name) => `policy "${name}" {\n  query = "data.${name}.deny"\n  enforcement_level = "mandatory"\n}\n`,
      );
      const code = source.replace('startswith(', 'data.kinds[_] == each.type\n  startswith(');
      const files = { 'policies.hcl': list.join(''), 'buckets.rego': code, 'kinds/data.json': names, ...more };
      assert.equal((await sendSetVersion(world, home, set, archiveOf(files))).sent.status, 200);
      return (await evaluatedIn(world, home, workspace, publicBuckets('logs'))).attributes.status;
    };
    const kinds = '["aws_s3_bucket"]';
    assert.equal(await push(kinds), 'failed');
    await approve(home, (await evaluatedIn(world, home, workspace, publicBuckets('logs'))).id);

    const statuses = [await push(kinds), await push('["aws_s3_bucket", "aws_s3"]'), await push(kinds)];

    assert.deepEqual(statuses, ['overridden', 'failed', 'overridden']);
  },
);

onEachEngine('An evaluation with approved findings is not covered if another policy is errored', async (world) => {
  const { home, overrider, check } = await approvalScene(world);
  await approve(overrider, (await check(publicBuckets('logs'))).id);
  const erring = { source: 'package erring\n\ndeny if input.plan\n', rule: 'data.erring.deny' };
  await opaSet(home, 'errors', [await newOpaPolicy(home, 'erring', erring)], { global: true, overridable: true });

  const { attributes, outcomes } = await check(publicBuckets('logs'));

  assert.deepEqual([attributes.status, attributes.override], ['failed', null]);
  assert.equal(outcomes[0].attributes.outcomes[0].approvals.length, 1);
});

onEachEngine('An approval covers no findings when its creator may no longer override', async (world) => {
  const { home, team, overrider, check, policySet } = await approvalScene(world);
  const plan = publicBuckets('logs');
  const status = async () => (await check(plan)).attributes.status;
  const run = (change: Statement) => world.context.database.transaction((tx) => tx.run(change));
  const permissions = (bits: boolean) =>
    home.client.patch(
      `/teams/${team}`,
      documentOf('teams', { 'organization-access': { 'manage-policy-overrides': bits } }),
    );
  const suspend = (is_suspended: 0 | 1) =>
    run((db) => db.updateTable('users').set({ is_suspended }).where('id', '=', overrider.user.id));
  const approvers = await newTeam(world, home, []);
  const named = (method: 'POST' | 'DELETE') =>
    home.client.request(method, `/policy-sets/${policySet}/relationships/approvers`, {
      json: identifiers('teams', approvers),
    });
  await approve(overrider, (await check(plan)).id);

  const statuses: string[] = [await status()];
  for (const change of [
    () => permissions(false),
    () => permissions(true),
    () => suspend(1),
    () => suspend(0),
    () => named('POST'),
    () => joinTeam(world, overrider, approvers),
    () => home.client.delete(`/teams/${approvers}`),
    () => named('DELETE'),
    () => run((db) => db.deleteFrom('team_members').where('team_id', '=', team)),
  ]) {
    await change();
    statuses.push(await status());
  }

  assert.deepEqual(statuses, [
    'overridden',
    'failed',
    'overridden',
    'failed',
    'overridden',
    'failed',
    'overridden',
    'failed',
    'overridden',
    'failed',
  ]);
});

onEachEngine('An approval covers no findings if its account or team has been deleted', async (world) => {
  const { home, overrider, check } = await approvalScene(world);
  const [first, second] = [publicBuckets('logs'), publicBuckets('data')];
  const team = await newTeam(world, home, ['manage-policy-overrides']);
  const client = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const organization = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
  await approve(overrider, (await check(first)).id);
  await approve({ client }, (await check(second)).id);
  await approve({ client: organization }, (await check(publicBuckets('site'))).id);
  const statuses = async () => {
    const each = [await check(first), await check(second), await check(publicBuckets('site'))];
    return each.map(({ attributes }) => attributes.status);
  };

  const before = await statuses();
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.deleteFrom('users').where('id', '=', overrider.user.id)),
  );
  await home.client.delete(`/teams/${team}`);

  assert.deepEqual(before, ['overridden', 'overridden', 'overridden']);
  assert.deepEqual(await statuses(), ['failed', 'failed', 'overridden']);
});

onEachEngine('An approval covers no findings after its creator has left the organization', async (world) => {
  const { home, check } = await approvalScene(world);
  const overrider = await newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));
  await approve(overrider, (await check(publicBuckets('logs'))).id);

  await world.context.database.transaction((tx) =>
    tx.run((db) => db.deleteFrom('memberships').where('user_id', '=', overrider.user.id)),
  );

  assert.equal((await check(publicBuckets('logs'))).attributes.status, 'failed');
});

onEachEngine(
  'An approval that is being revoked does not cover an evaluation that finishes afterwards',
  async (world) => {
    const { overrider, check } = await approvalScene(world);
    const approval = await approve(overrider, (await check(publicBuckets('logs'))).id);
    const revoked = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const revocation = world.context.database.transaction(async (tx) => {
      await deleteApprovalRow(tx, approval);
      revoked.resolve();
      await end.promise;
    });
    await revoked.promise;

    const checked = check(publicBuckets('logs'));
    await untilWaiting(world, [checked]);
    end.resolve();
    await revocation;

    assert.equal((await checked).attributes.status, 'failed');
  },
);
