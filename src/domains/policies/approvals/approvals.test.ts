// Tests that an approval overrides later evaluations with the same findings, and who can see and revoke it.
import assert from 'node:assert/strict';
import {
  approvalScene,
  approve,
  comment,
  overridePath,
  publicBuckets,
  sameFindings,
} from '../../../../test/support/approvals.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { setMaximums } from '../../../../test/support/maximum-durations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { findingOf, kept, planOf } from '../../../../test/support/old-findings.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import type { Transaction } from '../../../db/database.ts';

const day = 86_400_000;

onEachEngine('An approval overrides later evaluations with the same findings until it ends', async (world) => {
  const { home, workspace, overrider, check } = await approvalScene(world);
  const { id: first, attributes } = await check(publicBuckets('logs', 'data'));
  assert.equal(attributes.status, 'failed');

  const approval = await approve(overrider, first);
  const repeated = await check(publicBuckets('data', 'logs'));
  const fewer = await check(publicBuckets('logs'));
  const other = await check(planOf(kept('site')));
  const afterwards = await check(publicBuckets('logs', 'data'));
  const rates = await home.client.get(`/organizations/${home.name}/pass-rates?page[size]=100`);
  const blocked = await home.client.get(`/organizations/${home.name}/evaluations?filter[blocked]=true`);
  const shown = await home.client.get(`/policy-approvals/${approval}`);
  const posture = await home.client.get(`/organizations/${home.name}/posture`);
  world.advance(7 * day);
  const { body: over } = await home.client.get(`/policy-evaluations/${repeated.id}`);
  const late = await check(publicBuckets('logs'));
  const { body: expired } = await home.client.get(`/policy-approvals/${approval}`);

  assert.deepEqual(
    [repeated, fewer, other, afterwards, late].map((each) => each.attributes.status),
    ['overridden', 'overridden', 'failed', 'overridden', 'failed'],
  );
  assert.deepEqual([over.data.attributes.status, blocked.body.data.length], ['failed', 1]);
  const { by, 'expires-at': end, ...rest } = shown.body.data.attributes;
  assert.equal(Date.parse(end) - Date.parse(rest['created-at']), 7 * day);
  assert.deepEqual(
    [by.username, rest.comment, rest['finding-count'], rest.status],
    [overrider.user.username, comment, 2, 'active'],
  );
  assert.equal(expired.data.attributes.status, 'expired');
  assert.deepEqual(
    [shown.body.data.relationships.workspace.data.id, shown.body.data.relationships['policy-evaluation'].data.id],
    [workspace, first],
  );
  assert.deepEqual(posture.body.data.attributes.exceptions, { exemptions: 0, overrides: 1, 'next-end': end });
  const { override, notices, 'status-timestamps': times } = repeated.attributes;
  assert.deepEqual(override, { comment, at: times['overridden-at'], by, 'expires-at': end, approval });
  assert.equal(typeof times['failed-at'], 'string');
  assert.equal(
    notices[0],
    `${overrider.user.username} approved blocking findings of this plan in an earlier evaluation, until ${end} (approval ${approval}): ${comment.replace('\n', ' ')}`,
  );
  const links = { self: `/api/v2/policy-approvals/${approval}` };
  assert.deepEqual(repeated.outcomes[0].attributes.outcomes[0].approvals, [
    { id: approval, by, comment, expires_at: end, findings: [0, 1], links },
  ]);
  const perDay = rates.body.data.map((each: { attributes: { overridden: number } }) => each.attributes.overridden);
  assert.deepEqual(
    perDay.filter((count: number) => count > 0),
    [4],
  );
  const actions = (await auditOf(world, approval)).map(({ action, actor, change }) => [
    action,
    actor.kind,
    change.after,
  ]);
  const use = (evaluation: string, findings: number) => [
    'policy-approval.use',
    'system',
    { 'policy-evaluation': evaluation, comment, findings },
  ];
  assert.deepEqual(actions.slice(1), [use(repeated.id, 2), use(fewer.id, 1), use(afterwards.id, 2)]);
  assert.deepEqual(actions[0], [
    'policy-approval.create',
    'user',
    { workspace, 'policy-evaluation': first, comment, findings: 2, 'expires-at': end },
  ]);
});

onEachEngine('An evaluation with one more finding fails, and shows which findings are approved', async (world) => {
  const { overrider, check } = await approvalScene(world);
  const approval = await approve(overrider, (await check(publicBuckets('logs'))).id);

  const { attributes, outcomes } = await check(publicBuckets('extra', 'logs'));
  const [outcome] = outcomes[0].attributes.outcomes;
  const second = await approve(overrider, (await check(publicBuckets('extra', 'logs'))).id, { comment: 'both' });
  const covered = await check(publicBuckets('extra', 'logs'));

  assert.deepEqual([attributes.status, attributes.override], ['failed', null]);
  assert.deepEqual(outcome.output, [findingOf('extra'), findingOf('logs')]);
  assert.deepEqual(
    outcome.approvals.map(({ id, findings }: { id: string; findings: number[] }) => [id, findings]),
    [[approval, [1]]],
  );
  assert.deepEqual([covered.attributes.status, covered.attributes.override.approval], ['overridden', second]);
});

onEachEngine('An override of one evaluation does not apply to other evaluations', async (world) => {
  const { overrider, check, home } = await approvalScene(world);
  const { id } = await check(publicBuckets('logs'));

  const done = await overrider.client.post(overridePath(id), sameFindings({ 'applies-to': 'evaluation' }));
  const { attributes } = await check(publicBuckets('logs'));
  const { body } = await home.client.get(`/organizations/${home.name}/policy-approvals`);

  assert.deepEqual([done.body.data.attributes.override.approval, attributes.status, body.data], [null, 'failed', []]);
});

onEachEngine('Only the creator of an approval and people who may override can revoke it', async (world) => {
  const { home, overrider, workspace, check } = await approvalScene(world);
  const client = async (...permissions: Parameters<typeof newTeam>[2]) =>
    (await newMember(world, home, await newTeam(world, home, permissions))).client;
  const approval = await approve(overrider, (await check(publicBuckets('logs'))).id);
  const covered = await check(publicBuckets('logs'));
  const path = `/policy-approvals/${approval}`;
  const list = `/organizations/${home.name}/policy-approvals`;
  const [member, manager, delegate] = [
    await client(),
    await client('manage-policies'),
    await client('delegate-policy-overrides'),
  ];

  const reads = await Promise.all([member, manager, delegate].map((each) => each.get(path)));
  const lists = await Promise.all([member, manager, delegate].map((each) => each.get(list)));
  const filtered = [
    await manager.get(`${list}?filter[workspace]=${workspace}&filter[status]=active`),
    await manager.get(`${list}?filter[status]=expired`),
    await manager.get(`${list}?filter[workspace]=ws-other`),
  ];
  const refused = [await member.delete(path), await manager.delete(path), await delegate.delete(path)];
  const deleted = await overrider.client.delete(path);
  const after = await check(publicBuckets('logs'));
  const { body: still } = await home.client.get(`/policy-evaluations/${covered.id}`);

  assert.deepEqual(
    [reads, lists].map((all) => all.map(({ status }) => status)),
    [
      [404, 200, 200],
      [404, 200, 200],
    ],
  );
  assert.deepEqual(
    filtered.map(({ body }) => body.data.length),
    [1, 0, 0],
  );
  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404, 404],
  );
  assert.deepEqual(
    [deleted.status, after.attributes.status, still.data.attributes.status],
    [204, 'failed', 'overridden'],
  );
  assert.deepEqual((await auditOf(world, approval)).at(-1)?.action, 'policy-approval.delete');
});

onEachEngine('A delegate can approve findings where overrides are delegated, and can revoke it', async (world) => {
  const { home, workspace, check } = await approvalScene(world);
  const team = await newTeam(world, home, ['delegate-policy-overrides']);
  const delegate = await newMember(world, home, team);
  const places = {
    team: { data: { id: team, type: 'teams' } },
    workspace: { data: { id: workspace, type: 'workspaces' } },
  };
  const delegations = `/organizations/${home.name}/policy-override-delegations`;
  const { body } = await home.client.post(delegations, documentOf('policy-override-delegations', {}, places));
  const approval = await approve(delegate, (await check(publicBuckets('logs'))).id);

  const covered = await check(publicBuckets('logs'));
  await home.client.delete(`/policy-override-delegations/${body.data.id}`);
  const undelegated = await check(publicBuckets('logs'));
  const revoked = await delegate.client.delete(`/policy-approvals/${approval}`);

  assert.deepEqual(
    [covered.attributes.status, undelegated.attributes.status, revoked.status],
    ['overridden', 'failed', 204],
  );
});

onEachEngine(
  'An approval lasts at most as long as the maximum of the organization and its evaluation',
  async (world) => {
    const { home, overrider, check } = await approvalScene(world);
    const { id } = await check(publicBuckets('logs'));
    const until = (days: number) =>
      sameFindings({ 'expires-at': new Date(world.context.clock.now() + days * day).toISOString() });

    await setMaximums(home, { override: null });
    const tooLate = await overrider.client.post(overridePath(id), until(8));
    await setMaximums(home, { override: 300 });
    const outlasting = await overrider.client.post(overridePath(id), until(200));
    const past = await overrider.client.post(overridePath(id), until(-1));
    const done = await overrider.client.post(overridePath(id), sameFindings());

    assert.deepEqual([tooLate, outlasting, past].map(pointers), Array(3).fill(['/data/attributes/expires-at']));
    assert.match(details(tooLate)[0] ?? '', /^Expires at must be at most 7 days from now/);
    assert.match(details(outlasting)[0] ?? '', /because the approval is deleted together with this evaluation$/);
    const { at, 'expires-at': end } = done.body.data.attributes.override;
    assert.equal(Math.round((Date.parse(end) - Date.parse(at)) / day), 90);
  },
);

/** Counts the reads in all transactions of a piece of work. */
const readsIn = async ({ context: { database } }: World, work: () => Promise<unknown>): Promise<number> => {
  const { transaction } = database;
  let reads = 0;
  const counting = (tx: Transaction): Transaction => {
    const { rows, first } = tx;
    const counted = (read: typeof rows | typeof first) => (query: never, values: never) => {
      reads += 1;
      return read(query, values);
    };
    return Object.assign(tx, { rows: counted(rows), first: counted(first) });
  };
  Object.assign(database, {
    transaction: (run: (tx: Transaction) => Promise<unknown>) => transaction((tx) => run(counting(tx))),
  });
  await work();
  Object.assign(database, { transaction });
  return reads;
};

onEachEngine('The rights of a person who gave several approvals are read once', async (world) => {
  const { overrider, check } = await approvalScene(world);
  const readsOfCheck = () => readsIn(world, () => check(publicBuckets('logs')));
  await approve(overrider, (await check(publicBuckets('logs', 'a'))).id);
  const withOne = await readsOfCheck();
  await approve(overrider, (await check(publicBuckets('logs', 'b'))).id);
  await approve(overrider, (await check(publicBuckets('logs', 'c'))).id);

  assert.equal(await readsOfCheck(), withOne);
});
