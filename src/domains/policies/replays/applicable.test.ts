// Tests replays that are limited to the runs to which a policy or a policy set applies after a change.
import assert from 'node:assert/strict';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import { evaluated, inWorkspace, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import type { Transaction } from '../../../db/database.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { replayJob } from './job.ts';

const plan = planOf({ acl: 'public-read' });
const mandatory = { 'enforcement-level': 'mandatory' };
const applicable = { 'applicable-only': true };
const prod = { 'tag-key': 'stage', 'tag-value': 'prod' };

/** Creates a replay and returns the response. */
const posted = ({ client }: Home, path: string, attributes: object, relationships: object = {}) =>
  client.post(`/${path}/replays`, documentOf('policy-replays', attributes, relationships));

/** Creates a replay without running it. Returns its identifier. */
const created = async (...parts: Parameters<typeof posted>): Promise<string> => {
  const { status, body } = await posted(...parts);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
};

/** Runs the replay job, and returns the number of inputs and the workspaces of those that newly fail. */
const finished = async (world: World, { client }: Home, id: string) => {
  await runOnce(world.context, replayJob(world.context));
  const { attributes } = (await client.get(`/policy-replays/${id}`)).body.data;
  const differences = (await client.get(`/policy-replays/${id}/differences?filter[result]=newly-failing`)).body.data;
  const failing = differences
    .map((each: { readonly attributes: object }) => Reflect.get(each.attributes, 'workspace-name'))
    .sort();
  assert.equal(attributes['result-counts']['newly-failing'], failing.length);
  assert.equal(attributes['newly-failing-workspaces'], new Set(failing.filter(Boolean)).size);
  return { total: attributes['inputs-total'], failing };
};

const replayed = async (world: World, ...parts: Parameters<typeof posted>) =>
  finished(world, parts[0], await created(...parts));

const relate = async ({ client }: Home, set: string, type: string, id: string) => {
  const to = type.endsWith('projects') || type.startsWith('project') ? 'projects' : 'workspaces';
  assert.equal((await client.post(`/policy-sets/${set}/relationships/${type}`, identifiers(to, id))).status, 204);
};

const select = async ({ client }: Home, set: string, ...selectors: readonly object[]) =>
  assert.equal((await client.post(`/policy-sets/${set}/tag-selectors`, { data: selectors })).status, 204);

/**
 * Creates an organization with one recorded plan in each of four workspaces. Two of the workspaces are in the project
 * `live`.
 */
const homeWithRuns = async (world: World) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const live = await newProject(home, 'live', { tags: { stage: 'prod' } });
  const places = {
    plain: await newWorkspace(home, 'plain'),
    tagged: await newWorkspace(home, 'tagged', { tags: { stage: 'prod' } }),
    live: await newWorkspace(home, 'live', { project: live }),
    trial: await newWorkspace(home, 'trial', { project: live, tags: { stage: 'test' } }),
  };
  for (const id of Object.values(places)) await evaluatedPlan(world, home, plan, inWorkspace(id));
  return { home, project: live, ...places };
};

onEachEngine('A replay includes only runs to which a policy set of the policy applies', async (world) => {
  const { home, project: live, plain, trial } = await homeWithRuns(world);
  const policy = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
  const [named, project, tagged] = [
    await opaSet(home, 'named', [policy]),
    await opaSet(home, 'project', [policy]),
    await opaSet(home, 'tagged', [policy]),
  ];
  const change = () => replayed(world, home, `policies/${policy}`, { ...mandatory, ...applicable });
  const nowhere = await change();
  await relate(home, named, 'workspaces', plain);
  const byWorkspace = await change();
  await relate(home, project, 'projects', live);
  await relate(home, project, 'workspace-exclusions', trial);
  const byProject = await change();
  await select(home, tagged, prod);
  await relate(home, tagged, 'project-exclusions', live);
  const byTag = await change();
  assert.equal(
    (await home.client.patch(`/policy-sets/${named}`, documentOf('policy-sets', { global: true }))).status,
    200,
  );
  const global = await change();
  const all = await replayed(world, home, `policies/${policy}`, mandatory);
  const newest = await replayed(world, home, `policies/${policy}`, { ...mandatory, ...applicable, 'max-inputs': 2 });

  assert.deepEqual(newest, { total: 2, failing: ['live', 'trial'] });
  assert.deepEqual(nowhere, { total: 0, failing: [] });
  assert.deepEqual(byWorkspace, { total: 1, failing: ['plain'] });
  assert.deepEqual(byProject, { total: 2, failing: ['live', 'plain'] });
  assert.deepEqual(byTag, { total: 3, failing: ['live', 'plain', 'tagged'] });
  assert.deepEqual(global, { total: 4, failing: ['live', 'plain', 'tagged', 'trial'] });
  assert.deepEqual(all, global);
});

onEachEngine(
  'Runs without a workspace, evaluations with one policy set and evaluations of states are treated as in an evaluation',
  async (world) => {
    const home = await world.home();
    await recordInputs(home, 30);
    const live = await newProject(home, 'live', { tags: { stage: 'prod' } });
    const policy = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
    const [set, other] = [await opaSet(home, 'all', [policy]), await opaSet(home, 'other', [])];
    const evaluate = (path: string, attributes: object, relationships: object = {}) =>
      evaluated({ world, by: home, path, document: documentOf('policy-evaluations', attributes, relationships) }, plan);
    const organization = `/organizations/${home.name}/evaluations`;
    const workspace = await newWorkspace(home, 'web', { tags: { stage: 'prod' } });
    await evaluate(organization, { tags: [{ key: 'stage', value: 'prod' }] });
    await evaluate(organization, {}, { project: { data: { id: live, type: 'projects' } } });
    await evaluate(organization, {});
    await evaluate(organization, { source: 'state' }, inWorkspace(workspace));
    // The workspace has no tags, and those of the client do not count for a registered workspace.
    const untagged = inWorkspace(await newWorkspace(home, 'untagged'));
    await evaluate(organization, { tags: [{ key: 'stage', value: 'prod' }] }, untagged);
    await evaluate(`/policy-sets/${set}/evaluations`, {});
    await evaluate(`/policy-sets/${other}/evaluations`, {}, inWorkspace(workspace));
    const change = () => replayed(world, home, `policies/${policy}`, { ...mandatory, ...applicable });

    const ofSet = await change();
    await select(home, set, prod);
    const selected = await change();
    // The client claims the project and the tags of a run without a workspace. These claims cannot exclude a set.
    await relate(home, set, 'project-exclusions', live);
    const excluded = await change();

    assert.deepEqual([ofSet.total, selected.total, excluded.total], [1, 3, 3]);
    assert.deepEqual(excluded.failing, [null, null, null]);
  },
);

onEachEngine(
  'A policy blocks nothing if its set is in shadow mode, unless the policy also applies through another set',
  async (world) => {
    const { home, project: live } = await homeWithRuns(world);
    const policy = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
    const cautious = await newOpaPolicy(home, 'cautious', { shadow: true });
    const shadow = await opaSet(home, 'shadow', [policy, cautious], { global: true, shadow: true });
    const enforced = await opaSet(home, 'enforced', [policy]);
    const ofPolicy = () => replayed(world, home, `policies/${policy}`, { ...mandatory, ...applicable });

    const onlyShadow = await ofPolicy();
    await relate(home, enforced, 'projects', live);
    const ofBoth = await ofPolicy();
    const id = await created(home, `policies/${policy}`, { ...mandatory, ...applicable });
    // The replay uses the state of the sets at the time when it was created.
    const ended = documentOf('policy-sets', { shadow: false });
    assert.equal((await home.client.patch(`/policy-sets/${shadow}`, ended)).status, 200);
    const early = await finished(world, home, id);
    assert.equal((await home.client.patch(`/policies/${policy}`, documentOf('policies', mandatory))).status, 200);
    const again = documentOf('policy-sets', { shadow: true });
    assert.equal((await home.client.patch(`/policy-sets/${shadow}`, again)).status, 200);
    // The policy `cautious` stays in shadow mode, and `buckets` already blocks the runs in the project.
    const ofSet = await replayed(world, home, `policy-sets/${shadow}`, { shadow: false, ...applicable });

    assert.deepEqual(onlyShadow, { total: 4, failing: [] });
    assert.deepEqual(ofBoth, { total: 4, failing: ['live', 'trial'] });
    assert.deepEqual(early, ofBoth);
    assert.deepEqual(ofSet, { total: 4, failing: ['plain', 'tagged'] });
  },
);

onEachEngine('A replay of a wider scope includes only the runs to which the set newly applies', async (world) => {
  const { home, project: live, plain, trial, tagged } = await homeWithRuns(world);
  const policy = await newOpaPolicy(home, 'buckets');
  const set = await opaSet(home, 'set', [policy]);
  const without = await opaSet(home, 'without', [policy], { global: true });
  const both = await opaSet(home, 'both', [policy], { 'tag-selector-matching-logic': 'all' });
  await relate(home, set, 'workspaces', plain);
  await relate(home, without, 'workspace-exclusions', tagged);
  await relate(home, without, 'project-exclusions', live);
  await select(home, both, prod, { 'tag-key': 'team', 'tag-value': null });
  const data = (type: string, ...ids: readonly string[]) => identifiers(type, ...ids);
  const team = { 'tag-key': 'team', 'tag-value': null };
  const cases = [
    [set, { global: true }, {}, ['live', 'tagged', 'trial']],
    [set, {}, { 'added-workspaces': data('workspaces', plain, trial) }, ['trial']],
    [set, {}, { 'added-projects': data('projects', live) }, ['live', 'trial']],
    [set, { 'added-tag-selectors': [prod] }, {}, ['live', 'tagged']],
    [set, { global: true, 'added-tag-selectors': [{ ...prod, 'is-exclude': true }] }, {}, ['trial']],
    [without, {}, { 'removed-workspace-exclusions': data('workspaces', tagged) }, ['tagged']],
    [without, {}, { 'removed-project-exclusions': data('projects', live) }, ['live', 'trial']],
    [both, { 'tag-selector-matching-logic': 'any' }, {}, ['live', 'tagged']],
    [both, { 'removed-tag-selectors': [team] }, {}, ['live', 'tagged']],
  ] as const;

  for (const [id, attributes, relationships, expected] of cases) {
    const answer = await posted(home, `policy-sets/${id}`, attributes, relationships);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.equal(answer.body.data.attributes['applicable-only'], true);
    const { total } = await finished(world, home, answer.body.data.id);
    assert.equal(total, expected.length, JSON.stringify([attributes, relationships]));
  }
});

onEachEngine(
  'An outcome that the policy already had in the run through another set is not a new failure',
  async (world) => {
    const { home, project: live } = await homeWithRuns(world);
    const [policy, member] = [await newOpaPolicy(home, 'buckets'), await newOpaPolicy(home, 'member')];
    const [first, second] = [
      await opaSet(home, 'first', [policy]),
      await opaSet(home, 'second', [member], { global: true }),
    ];
    await relate(home, first, 'projects', live);
    const added = { 'added-policies': identifiers('policies', policy) };

    const contents = await replayed(world, home, `policy-sets/${second}`, {}, added);
    const wider = await replayed(world, home, `policy-sets/${first}`, { global: true });
    const both = await replayed(world, home, `policy-sets/${first}`, { ...mandatory, global: true });
    const shown = (await home.client.get(`/policy-sets/${second}/replays`)).body.data[0].attributes;

    assert.deepEqual(contents, { total: 4, failing: ['plain', 'tagged'] });
    assert.deepEqual(wider, { total: 2, failing: ['plain', 'tagged'] });
    assert.deepEqual(both, { total: 4, failing: ['plain', 'tagged'] });
    assert.deepEqual(shown['set-change'], { 'added-policies': [policy] });
  },
);

onEachEngine('A policy is evaluated with the parameters of each set that applies to the run', async (world) => {
  const { home, plain, tagged } = await homeWithRuns(world);
  const source = 'package buckets\n\ndeny contains "not allowed" if input.parameters.acl == "private"\n';
  const policy = await newOpaPolicy(home, 'buckets', { level: 'advisory', source });
  const sets = { strict: await opaSet(home, 'strict', [policy]), lenient: await opaSet(home, 'lenient', [policy]) };
  const parameter = async (set: string, value: string) => {
    const document = documentOf('vars', { key: 'acl', value, category: 'policy-set' });
    assert.equal((await home.client.post(`/policy-sets/${set}/parameters`, document)).status, 201);
  };
  await parameter(sets.strict, 'private');
  await parameter(sets.lenient, 'public-read');
  await relate(home, sets.lenient, 'workspaces', plain);
  await relate(home, sets.lenient, 'workspaces', tagged);
  await relate(home, sets.strict, 'workspaces', tagged);

  const change = await replayed(world, home, `policies/${policy}`, { ...mandatory, ...applicable });

  assert.deepEqual(change, { total: 2, failing: ['tagged'] });
});

onEachEngine('The input form of a policy set can be tried', async (world) => {
  const { home } = await homeWithRuns(world);
  const source = 'package buckets\n\ndeny contains "has changes" if input.resource_changes\n';
  const policy = await newOpaPolicy(home, 'buckets', { source });
  const set = await opaSet(home, 'all', [policy], { global: true });

  const ofSet = await replayed(world, home, `policy-sets/${set}`, { ...applicable, input: 'raw' });
  const ofPolicy = await replayed(world, home, `policies/${policy}`, { input: 'raw' });

  assert.deepEqual([ofSet.failing.length, ofPolicy.failing.length], [4, 4]);
});

onEachEngine('A replay of an impossible change of a set is refused', async (world) => {
  const { home, plain } = await homeWithRuns(world);
  const elsewhere = await world.home();
  const foreign = {
    workspace: await newWorkspace(elsewhere, 'web'),
    policy: await newOpaPolicy(elsewhere, 'buckets'),
  };
  const policy = await newOpaPolicy(home, 'buckets');
  const set = await opaSet(home, 'all', [policy]);
  const refusal = async (attributes: object, relationships: object) => {
    const { status, body } = await posted(home, `policy-sets/${set}`, attributes, relationships);
    return [status, body.errors.map(({ code, source }: { code: string; source: object }) => [code, source])];
  };
  const at = (name: string) => [422, [['no-such-record', { pointer: `/data/relationships/${name}/data/0/id` }]]];

  for (const [name, type, id] of [
    ['added-policies', 'policies', foreign.policy],
    ['added-workspaces', 'workspaces', foreign.workspace],
    ['added-projects', 'projects', 'prj-unknown'],
    ['removed-workspace-exclusions', 'workspaces', foreign.workspace],
    ['removed-project-exclusions', 'projects', 'prj-unknown'],
  ] as const) {
    assert.deepEqual(await refusal({}, { [name]: identifiers(type, id) }), at(name));
  }
  const many = Array.from({ length: 1_001 }, () => plain);
  assert.deepEqual(await refusal({}, { 'added-workspaces': identifiers('workspaces', ...many) }), [
    422,
    [['too-many', { pointer: '/data/relationships/added-workspaces/data' }]],
  ]);
  assert.deepEqual((await refusal({ global: false }, {}))[0], 422);
});

onEachEngine(
  'Without recorded inputs no replay is created, and without affected runs the replay has no inputs',
  async (world) => {
    const { home, plain } = await homeWithRuns(world);
    const policy = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
    const set = await opaSet(home, 'all', [policy], { global: true });
    const change = () => replayed(world, home, `policies/${policy}`, { ...mandatory, ...applicable });
    assert.equal((await home.client.delete(`/workspaces/${plain}`)).status, 204);
    const empty = await world.home();
    const other = await newOpaPolicy(empty, 'buckets');

    const others = await change();
    const nothing = await replayed(world, home, `policy-sets/${set}`, { global: true });
    const refused = await posted(empty, `policies/${other}`, applicable);

    assert.deepEqual(others, { total: 3, failing: ['live', 'tagged', 'trial'] });
    assert.deepEqual(nothing, { total: 0, failing: [] });
    assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'no-such-record']);
  },
);

onEachEngine('A policy in more than 200 policy sets is refused', async (world) => {
  const { home } = await homeWithRuns(world);
  const policy = await newOpaPolicy(home, 'buckets');
  for (let index = 0; index <= 200; index += 1) await opaSet(home, `set-${index}`, [policy]);

  const { status, body } = await posted(home, `policies/${policy}`, applicable);

  assert.deepEqual([status, body.errors[0].code, body.errors[0].meta?.limit], [422, 'limit-reached', 200]);
});

onEachEngine('The number of queries does not depend on the number of inputs and sets', async (world) => {
  const { home, plain } = await homeWithRuns(world);
  const policy = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
  await opaSet(home, 'first', [policy], { global: true });
  const { database } = world.context;
  const { transaction } = database;
  const counted = { queries: 0 };
  const counting = (tx: Transaction): Transaction => ({
    ...tx,
    rows: (...query) => {
      counted.queries += 1;
      return tx.rows(...query);
    },
  });
  Object.assign(database, {
    transaction: (work: (tx: Transaction) => Promise<unknown>) => transaction((tx) => work(counting(tx))),
  });
  const queriesFor = async (): Promise<number> => {
    counted.queries = 0;
    await created(home, `policies/${policy}`, { ...mandatory, ...applicable });
    return counted.queries;
  };

  const before = await queriesFor();
  for (const name of ['second', 'third']) await relate(home, await opaSet(home, name, [policy]), 'workspaces', plain);
  await evaluatedPlan(world, home, plan, inWorkspace(plain));
  const after = await queriesFor();

  // One query reads the finished replays, three the policies and their sets, one the inputs, and five their locations.
  assert.deepEqual([before, after], [10, 10]);
});
