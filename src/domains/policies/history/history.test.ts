import assert from 'node:assert/strict';
import { join } from 'node:path';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import { newOpaPolicy } from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { opaArchive, sendSetVersion, stageSetVersion } from '../../../../test/support/policy-versions.ts';
import { rawStatement } from '../../../../test/support/raw-statement.ts';
import { signedIn } from '../../../../test/support/session.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, system } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { auditMemberships } from '../../../db/schema/migrations/audit-memberships.ts';
import { columnTypes } from '../../../db/schema/migrations/migration.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { archiveRecords } from '../../audit/index.ts';

interface Entry {
  readonly action: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly 'policy-sets': readonly object[];
}

const historyOf = async ({ client }: Pick<Home, 'client'>, policy: string, query = '') => {
  const { status, body } = await client.get(`/policies/${policy}/history${query}`);
  assert.equal(status, 200);
  return body;
};

const entriesOf = async (home: Pick<Home, 'client'>, policy: string, query?: string): Promise<readonly Entry[]> =>
  (await historyOf(home, policy, query)).data.map(({ attributes }: { attributes: Entry }) => attributes);

const change = ({ action, before, after }: Entry) => ({ action, before, after });

const actions = (entries: readonly Entry[]) => entries.map(({ action }) => action);

const allMemberships = query()((db) =>
  db
    .selectFrom('audit_memberships')
    .select(['member_id', 'container_id', 'is_added', 'record_id'])
    .orderBy('record_id')
    .orderBy('member_id'),
);

const relate = async (
  { client }: Home,
  set: string,
  [verb, type, id]: readonly ['post' | 'delete', string, string],
) => {
  const path = `/policy-sets/${set}/relationships/${type}`;
  const json = identifiers(type.replace('-exclusions', 's'), id);
  const { status } = await (verb === 'post' ? client.post(path, json) : client.delete(path, { json }));
  assert.equal(status, 204);
};

onEachEngine('The history of a policy contains every change of its settings, code and tests', async (world) => {
  const home = await world.home();
  const { client, owner } = home;
  const id = await newPolicy(home, 'keys', { kind: 'opa', query: 'data.p.deny' });
  const path = `/policies/${id}`;
  await client.put(`${path}/upload`, 'package p\n\ndeny := []\n');
  await client.put(`${path}/upload?message=Keys+wait+30+days`, 'package p\n\ndeny := [1]\n');
  await client.post(`${path}/revisions/1/actions/restore`);
  await client.put(`${path}/tests`, 'package p_test\n\ntest_deny if true\n');
  await client.delete(`${path}/tests`);
  await client.patch(path, documentOf('policies', { 'enforcement-level': 'mandatory', introduction: 'shadow' }));
  await client.patch(path, documentOf('policies', { description: 'Keys expire', query: 'data.p.deny', input: 'raw' }));
  await client.get(`${path}/download`);

  const entries = await entriesOf(home, id);

  assert.deepEqual(entries.slice(0, 2).map(change), [
    {
      action: 'policy.update',
      before: { description: null, input: null },
      after: { description: 'Keys expire', input: 'raw' },
    },
    {
      action: 'policy.update',
      before: { 'enforcement-level': 'advisory', introduction: 'enforce' },
      after: { 'enforcement-level': 'mandatory', introduction: 'shadow' },
    },
  ]);
  assert.deepEqual(actions(entries.slice(2, 4)), ['policy-tests.delete', 'policy-tests.upload']);
  assert.deepEqual(entries.slice(4).map(change), [
    { action: 'policy.restore', before: { revision: 2 }, after: { revision: 3, 'restored-from': 1 } },
    { action: 'policy.upload', before: { revision: 1 }, after: { revision: 2, message: 'Keys wait 30 days' } },
    { action: 'policy.upload', before: { revision: null }, after: { revision: 1 } },
    {
      action: 'policy.create',
      before: null,
      after: {
        name: 'keys',
        description: null,
        query: 'data.p.deny',
        'enforcement-level': 'advisory',
        introduction: 'enforce',
        input: null,
      },
    },
  ]);
  const { data } = await historyOf(home, id, '?page[size]=1');
  assert.deepEqual(Object.keys(data[0].attributes).toSorted(), [
    'action',
    'actor',
    'after',
    'at',
    'before',
    'impersonator',
    'omitted-count',
    'policy-sets',
    'replay',
  ]);
  assert.deepEqual(data[0].attributes.actor, { kind: 'user', id: owner.user.id, name: owner.user.username });
});

onEachEngine('Changes of a policy set belong to the history only while the policy is in the set', async (world) => {
  const home = await world.home();
  const { client } = home;
  const [id, other] = [await newPolicy(home, 'keys'), await newPolicy(home, 'other')];
  const [prod, late] = [await newWorkspace(home, 'prod'), await newWorkspace(home, 'late')];
  const set = await newPolicySet(home, 'network');
  await relate(home, set, ['post', 'workspaces', late]);
  await relate(home, set, ['post', 'policies', id]);
  await relate(home, set, ['post', 'policies', other]);
  await relate(home, set, ['post', 'workspaces', prod]);
  await client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { global: true }));
  const selectors = [{ 'tag-key': 'env', 'tag-value': 'prod', 'is-exclude': false }];
  await client.post(`/policy-sets/${set}/tag-selectors`, { data: selectors });
  await relate(home, set, ['post', 'workspace-exclusions', prod]);
  await relate(home, set, ['delete', 'policies', id]);
  await relate(home, set, ['delete', 'workspaces', prod]);
  const named = [{ id: set, name: 'network' }];

  const { data, included } = await historyOf(home, id, '?include=workspaces');
  const ofOther = await entriesOf(home, other);

  const entries: readonly Entry[] = data.map(({ attributes }: { attributes: Entry }) => attributes);
  assert.deepEqual(entries.slice(0, -1).map(change), [
    { action: 'policy-set.remove', before: {}, after: null },
    { action: 'policy-set.add', before: null, after: { 'workspace-exclusions': [prod] } },
    { action: 'policy-set.select', before: { 'tag-selectors': [] }, after: { 'tag-selectors': selectors } },
    { action: 'policy-set.update', before: { global: false }, after: { global: true } },
    { action: 'policy-set.add', before: null, after: { workspaces: [prod] } },
    { action: 'policy-set.add', before: null, after: {} },
  ]);
  for (const entry of entries.slice(0, -1)) assert.deepEqual(entry['policy-sets'], named);
  assert.deepEqual(
    included.map((each: { id: string }) => each.id),
    [prod],
  );
  assert.deepEqual(actions(ofOther), [
    'policy-set.remove',
    'policy-set.add',
    'policy-set.select',
    'policy-set.update',
    'policy-set.add',
    'policy-set.add',
    'policy.create',
  ]);
});

onEachEngine('The history shows the name of a deleted policy set', async (world) => {
  const home = await world.home();
  const first = await newPolicySet(home, 'first');
  const { body } = await home.client.post(
    `/organizations/${home.name}/policies`,
    documentOf(
      'policies',
      { name: 'keys', 'enforcement-level': 'advisory' },
      { 'policy-sets': identifiers('policy-sets', first) },
    ),
  );
  const id = body.data.id;
  const second = await newPolicySet(home, 'second', {}, [id]);
  for (const set of [first, second]) assert.equal((await home.client.delete(`/policy-sets/${set}`)).status, 204);

  const entries = await entriesOf(home, id);

  assert.deepEqual(
    entries.map(({ action, 'policy-sets': sets }) => [action, sets]),
    [
      ['policy-set.delete', [{ id: second, name: 'second' }]],
      ['policy-set.delete', [{ id: first, name: 'first' }]],
      ['policy-set.create', [{ id: second, name: 'second' }]],
      ['policy.create', [{ id: first, name: 'first' }]],
    ],
  );
});

onEachEngine('The history is filtered by the kind of change', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'keys');
  await home.client.put(`/policies/${id}/upload`, 'main = rule { true }\n');
  await home.client.patch(`/policies/${id}`, documentOf('policies', { description: 'Keys' }));
  const set = await newPolicySet(home, 'network', {}, [id]);
  await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { global: true }));
  const ofKind = async (kind: string) => actions(await entriesOf(home, id, `?filter[kind]=${kind}`));

  assert.deepEqual(await ofKind('settings'), ['policy.update', 'policy.create']);
  assert.deepEqual(await ofKind('code'), ['policy.upload']);
  assert.deepEqual(await ofKind('tests'), []);
  assert.deepEqual(await ofKind('policy-sets'), ['policy-set.create']);
  assert.deepEqual(await ofKind('scope'), ['policy-set.update']);
  assert.equal((await home.client.get(`/policies/${id}/history?filter[kind]=other`)).status, 400);
});

onEachEngine('The history is read in pages by cursor, in both directions', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'keys');
  const set = await newPolicySet(home, 'network', {}, [id]);
  for (const name of ['one', 'two', 'three']) {
    await home.client.patch(`/policies/${id}`, documentOf('policies', { description: name }));
    await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { description: name }));
  }
  const page = (query: string) => historyOf(home, id, `?page[size]=3${query}`);
  const ids = ({ data }: { data: readonly { id: string }[] }) => data.map((each) => each.id);

  const first = await page('');
  const second = await page(`&page[after]=${first.meta.cursors.after}`);
  const third = await page(`&page[after]=${second.meta.cursors.after}`);
  const back = await page(`&page[before]=${second.meta.cursors.before}`);
  const numbered = await home.client.get(`/policies/${id}/history?page[number]=2`);

  const all = ids(await historyOf(home, id));
  assert.equal(all.length, 8);
  assert.deepEqual([first, second, third].flatMap(ids), all);
  assert.deepEqual(ids(back), ids(first));
  assert.deepEqual(
    [first, third, back].map(({ meta }) => [meta.cursors.before === null, meta.cursors.after === null]),
    [
      [true, false],
      [false, true],
      [true, false],
    ],
  );
  assert.equal(numbered.status, 400);
});

onEachEngine(
  'Only callers who manage policies can read the history, which contains no network addresses and request identifiers',
  async (world) => {
    const [home, foreign] = [await world.home(), await world.home()];
    const id = await newPolicy(home, 'keys');
    const set = await newPolicySet(home, 'network', {}, [id]);
    const secret = documentOf('vars', { key: 'token', value: 'secret-value', sensitive: true });
    assert.equal((await home.client.post(`/policy-sets/${set}/parameters`, secret)).status, 201);
    const manager = await newMember(world, home, await newTeam(world, home, ['manage-policies']));
    const member = await newMember(world, home);
    const path = `/policies/${id}/history`;

    const read = await manager.client.get(path);

    assert.equal(read.status, 200);
    const text = JSON.stringify(read.body.data);
    for (const word of ['secret-value', 'address', 'request-id', '127.0.0.1']) assert.ok(!text.includes(word), word);
    assert.deepEqual(
      [await member.client.get(path), await foreign.client.get(path)].map(({ status }) => status),
      [404, 404],
    );
  },
);

onEachEngine('An upload to a policy set ends the history of the set for the replaced policies', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'keys', { kind: 'opa', query: 'data.p.deny' });
  const set = await newPolicySet(home, 'network', { kind: 'opa' }, [id]);
  const { sent } = await sendSetVersion(world, home, set, opaArchive(['tags']));
  assert.equal(sent.status, 200);
  await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { global: true }));

  const [newest, ...others] = await entriesOf(home, id);

  assert.deepEqual(newest && [change(newest), newest['policy-sets']], [
    { action: 'policy-set-version.upload', before: {}, after: {} },
    [{ id: set, name: 'network' }],
  ]);
  assert.deepEqual(actions(others), ['policy-set.create', 'policy.create']);
});

onEachEngine(
  'The activation of a staged version of a policy set ends the membership of its policies',
  async (world) => {
    const home = await world.home();
    const id = await newPolicy(home, 'keys', { kind: 'opa', query: 'data.p.deny' });
    const set = await newPolicySet(home, 'network', { kind: 'opa' }, [id]);
    const version = await stageSetVersion(world, home, set, opaArchive(['tags']));
    assert.equal((await home.client.post(`/policy-set-versions/${version}/actions/activate`)).status, 200);

    const entries = await entriesOf(home, id);

    assert.deepEqual(actions(entries), ['policy-set-version.activate', 'policy-set.create', 'policy.create']);
  },
);

onEachEngine('If audit records were archived, the history says from which time on it is complete', async (world) => {
  const home = await world.home();
  const { client } = home;
  const id = await newPolicy(home, 'keys');
  const set = await newPolicySet(home, 'network', {}, [id]);
  const removed = await newPolicySet(home, 'removed', {}, [id]);
  const before = await historyOf(home, id);
  world.advance(60_000);
  const until = timestamp(world.context.clock.now());
  world.advance(60_000);
  await client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { global: true }));
  await client.patch(`/policy-sets/${removed}`, documentOf('policy-sets', { global: true }));
  await relate(home, removed, ['delete', 'policies', id]);
  await client.patch(`/policy-sets/${removed}`, documentOf('policy-sets', { global: false }));
  const file = join(world.context.config.dataDir, 'records.archive');
  await archiveRecords(world.context, system, { file, until, progress: () => undefined });

  const { data, meta } = await historyOf(home, id);
  const ofNew = await historyOf(home, await newPolicy(home, 'new'));

  assert.equal(before.meta['recorded-since'], null);
  assert.deepEqual(
    data.map(({ attributes }: { attributes: Entry }) => attributes.action),
    ['policy-set.remove', 'policy-set.update', 'policy-set.update'],
  );
  assert.ok(meta['recorded-since'] > until);
  assert.equal(ofNew.meta['recorded-since'], null);
});

onEachEngine('An entry contains the replay that showed the effects of the change', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const workspace = await newWorkspace(home, 'web');
  await evaluatedPlan(world, home, planOf({ acl: 'private' }), {
    workspace: { data: { id: workspace, type: 'workspaces' } },
  });
  const id = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
  const level = { 'enforcement-level': 'mandatory' };
  const { body } = await home.client.post(`/policies/${id}/replays`, documentOf('policy-replays', level));
  await home.client.patch(`/policies/${id}?replay=${body.data.id}`, documentOf('policies', level));

  const { attributes } = (await historyOf(home, id)).data[0];

  assert.deepEqual(attributes.after, level);
  assert.deepEqual(attributes.replay, {
    id: body.data.id,
    status: 'pending',
    'inputs-total': 1,
    'inputs-done': 0,
    'newly-failing': 0,
    'newly-failing-workspaces': 0,
  });
});

onEachEngine('An entry of the history names an administrator who impersonated the actor', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'keys');
  const { browser, user } = await signedIn(world, { isAdmin: true });
  const begun = await browser.request('POST', `/admin/users/${home.owner.user.id}/actions/impersonate`, {
    json: { reason: 'Ticket 7' },
  });
  assert.equal(begun.status, 204);
  const change = documentOf('policies', { description: 'Keys' });
  assert.equal((await browser.request('PATCH', `/policies/${id}`, { json: change })).status, 200);

  const { data } = await historyOf(home, id);

  const { actor, impersonator } = data[0].attributes;
  assert.equal(actor.id, home.owner.user.id);
  assert.deepEqual(impersonator, { kind: 'user', id: user.id, name: user.username });
  assert.ok(!JSON.stringify(data).includes('Ticket 7'));
});

onEachEngine('The migration finds the memberships in existing audit records', async (world) => {
  const home = await world.home();
  const { context } = world;
  const id = await newPolicy(home, 'keys', { kind: 'opa', query: 'data.p.deny' });
  const other = await newPolicySet(home, 'other', { kind: 'opa' });
  await relate(home, other, ['post', 'policies', id]);
  await relate(home, other, ['delete', 'policies', id]);
  await relate(home, other, ['post', 'policies', id]);
  await home.client.delete(`/policy-sets/${other}`);
  const set = await newPolicySet(home, 'network', { kind: 'opa' }, [id]);
  const sets = { 'policy-sets': identifiers('policy-sets', set) };
  const attributes = { name: 'tags', kind: 'opa', query: 'data.p.deny', 'enforcement-level': 'advisory' };
  await home.client.post(`/organizations/${home.name}/policies`, documentOf('policies', attributes, sets));
  await sendSetVersion(world, home, set, opaArchive(['tags']));
  const written = await context.database.rows(allMemberships, {});
  const fill = auditMemberships.statements(columnTypes[world.engine]).filter((each) => each.startsWith('insert'));

  await context.database.transaction(async (tx) => {
    await tx.run((db) => db.deleteFrom('audit_memberships'));
    for (const statement of fill) await tx.run(rawStatement(statement));
  });

  assert.equal(written.length, 8);
  assert.deepEqual(await context.database.rows(allMemberships, {}), written);
});
