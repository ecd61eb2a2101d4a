// Tests replays of policies with recorded inputs through the API, with the real engine.
import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { replayJob } from './job.ts';

const publicPlan = planOf({ acl: 'public-read' });
const privatePlan = planOf({ acl: 'private' });
const untaggedPlan = planOf({ acl: 'private', tags: {} });

/** Code of a policy that denies buckets if an attribute has the given value. */
const denying = (attribute: string, value: string) => `package buckets

deny contains message if {
  some each in input.plan.resource_changes
  each.change.after.${attribute} == ${value}
  message := sprintf("%s: ${attribute}", [each.address])
}
`;
const published = denying('acl', '"public-read"');
const untagged = denying('tags', '{}');

type Path = `policies/${string}` | `policy-sets/${string}`;

/** Creates a replay and returns the response. */
const posted = ({ client }: Home, path: Path, attributes: object = {}, relationships: object = {}) =>
  client.post(`/${path}/replays`, documentOf('policy-replays', attributes, relationships));

/** Creates a replay, runs the replay job, and returns the finished replay with its differences. */
const replayed = async (world: World, home: Home, ...parts: [Path, object?, object?]) => {
  const created = await posted(home, ...parts);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { id, attributes } = created.body.data;
  assert.deepEqual([attributes.status, attributes['inputs-done']], ['pending', 0]);
  await runOnce(world.context, replayJob(world.context));
  return shownReplay(home, id);
};

const shownReplay = async ({ client }: Home, id: string) => {
  const [shown, differences] = [
    await client.get(`/policy-replays/${id}`),
    await client.get(`/policy-replays/${id}/differences`),
  ];
  return { ...shown.body.data, differences: differences.body.data };
};

/** Creates an organization with recorded inputs from the given plans. The input from the last plan is the newest. */
const homeWith = async (world: World, ...plans: readonly string[]) => {
  const home = await world.home();
  await recordInputs(home, 30);
  for (const plan of plans) {
    await evaluatedPlan(world, home, plan);
    world.advance(1);
  }
  return home;
};

const results = ['newly-failing', 'newly-passing', 'errored', 'not-replayable', 'changed', 'unchanged', 'missing'];
const noCounts = Object.fromEntries(results.map((name) => [name, 0]));

onEachEngine('A draft is compared with the current code for each input', async (world) => {
  const home = await homeWith(world, publicPlan, privatePlan, untaggedPlan);
  const policy = await newOpaPolicy(home, 'buckets', { source: published });

  const replay = await replayed(world, home, `policies/${policy}`, { code: untagged });

  const { attributes, differences } = replay;
  assert.deepEqual(
    [
      attributes.status,
      attributes['compared-with'],
      attributes.draft,
      attributes['inputs-total'],
      attributes['inputs-done'],
    ],
    ['finished', 'current', true, 3, 3],
  );
  assert.deepEqual(attributes['result-counts'], { ...noCounts, 'newly-failing': 1, 'newly-passing': 1, unchanged: 1 });
  assert.match(attributes['engine-version'], /^opa \d/);
  assert.deepEqual(Object.keys(attributes['status-timestamps']), ['running-at', 'finished-at']);
  const [newest, oldest] = differences;
  assert.equal(differences.length, 2);
  assert.equal(newest.attributes.result, 'newly-failing');
  const [{ before, after, ...named }] = newest.attributes.policies;
  assert.deepEqual(named, { 'policy-id': policy, 'policy-name': 'buckets', result: 'newly-failing' });
  assert.deepEqual([before.status, before.revision, before.output], ['passed', 1, []]);
  assert.deepEqual([after.status, after.revision, after.output], ['failed', null, ['aws_s3_bucket.logs: tags']]);
  assert.equal(oldest.attributes.policies[0].before.output[0], 'aws_s3_bucket.logs: acl');
  assert.equal(oldest.relationships['policy-input'].data.type, 'policy-inputs');
  const records = await auditOf(world, replay.id);
  assert.deepEqual(
    records.map(({ action, change }) => [action, change.after?.draft, change.after?.inputs]),
    [['policy-replay.create', true, 3]],
  );
});

onEachEngine('The differences of a replay are paged, and filtered by result', async (world) => {
  const home = await homeWith(world, publicPlan, publicPlan, untaggedPlan);
  const policy = await newOpaPolicy(home, 'buckets', { source: published });
  const { id } = await replayed(world, home, `policies/${policy}`, { code: untagged });
  const identifiers = async (parameters: string) => {
    const { data, meta } = (await home.client.get(`/policy-replays/${id}/differences?${parameters}`)).body;
    return [
      data.map(({ attributes }: { attributes: object }) => Reflect.get(attributes, 'result')),
      meta.pagination['total-count'],
    ];
  };

  assert.deepEqual(await identifiers('page[size]=1&page[number]=2'), [['newly-passing'], 3]);
  assert.deepEqual(await identifiers('filter[result]=newly-failing'), [['newly-failing'], 1]);
  assert.deepEqual(await identifiers('filter[result]=newly-passing'), [['newly-passing', 'newly-passing'], 2]);
  const unlisted = await home.client.get(`/policy-replays/${id}/differences?filter[result]=unchanged`);
  assert.equal(unlisted.status, 400);
  const listed = (await home.client.get(`/policies/${policy}/replays?filter[status]=finished`)).body;
  assert.deepEqual(
    listed.data.map((each: { id: string }) => each.id),
    [id],
  );
  assert.deepEqual((await home.client.get(`/policies/${policy}/replays?filter[status]=canceled`)).body.data, []);
});

/** Code of a rule with two conflicting values. Only the evaluation of the rule detects the error. */
const severalValues = 'package buckets\n\ndeny := ["a"] if input.plan\n\ndeny := ["b"] if input.run\n';

onEachEngine('An older revision and code without a verdict can be compared', async (world) => {
  const home = await homeWith(world, publicPlan);
  const policy = await newOpaPolicy(home, 'buckets', { source: untagged });
  assert.equal((await home.client.put(`/policies/${policy}/upload`, published)).status, 200);
  const counts = async (attributes: object) =>
    (await replayed(world, home, `policies/${policy}`, attributes)).attributes['result-counts'];

  assert.deepEqual(await counts({ revision: 1 }), { ...noCounts, 'newly-passing': 1 });
  assert.deepEqual(await counts({ code: severalValues }), { ...noCounts, errored: 1 });
  assert.deepEqual(await counts({ code: published.replace('%s: acl', '%s is public') }), { ...noCounts, changed: 1 });
});

onEachEngine(
  'A mandatory level makes failing inputs newly failing, unless the policy is in shadow mode',
  async (world) => {
    const home = await homeWith(world, publicPlan, privatePlan);
    const policy = await newOpaPolicy(home, 'buckets', { source: published, level: 'advisory' });
    const shadow = await newOpaPolicy(home, 'shadow', { source: published, level: 'mandatory', shadow: true });
    const counts = async (id: string, attributes: object) =>
      (await replayed(world, home, `policies/${id}`, attributes)).attributes['result-counts'];

    assert.deepEqual(await counts(policy, { 'enforcement-level': 'mandatory' }), {
      ...noCounts,
      'newly-failing': 1,
      unchanged: 1,
    });
    assert.deepEqual(await counts(shadow, { 'enforcement-level': 'mandatory' }), { ...noCounts, unchanged: 2 });
    assert.deepEqual(await counts(shadow, { shadow: false }), { ...noCounts, 'newly-failing': 1, unchanged: 1 });
  },
);

onEachEngine('Without a change to try, a replay is compared with the recorded outcomes', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const policy = await newOpaPolicy(home, 'buckets', { source: published });
  const late = await newOpaPolicy(home, 'late', { source: published });
  await opaSet(home, 'all', [policy], { global: true });
  await evaluatedPlan(world, home, publicPlan);

  const same = await replayed(world, home, `policies/${policy}`);
  const neverEvaluated = await replayed(world, home, `policies/${late}`);
  assert.equal((await home.client.put(`/policies/${policy}/upload`, untagged)).status, 200);
  const later = await replayed(world, home, `policies/${policy}`);

  assert.equal(same.attributes['compared-with'], 'recorded');
  assert.deepEqual(same.attributes['result-counts'], { ...noCounts, unchanged: 1 });
  assert.deepEqual(neverEvaluated.attributes['result-counts'], { ...noCounts, 'newly-failing': 1 });
  assert.equal(neverEvaluated.differences[0].attributes.policies[0].before, null);
  assert.deepEqual(later.attributes['result-counts'], { ...noCounts, 'newly-passing': 1 });
  const { before } = later.differences[0].attributes.policies[0];
  assert.deepEqual([before.status, before['output-count'], before.output], ['failed', 1, null]);
});

onEachEngine('A set is replayed with all its policies and a draft of one of them', async (world) => {
  const home = await homeWith(world, publicPlan, untaggedPlan);
  const policies = [
    await newOpaPolicy(home, 'acl', { source: published, level: 'advisory' }),
    await newOpaPolicy(home, 'tags', { source: untagged, level: 'advisory' }),
  ];
  const set = await opaSet(home, 'all', policies);
  const tried = { policy: { data: { id: policies[1], type: 'policies' } } };

  const enforced = await replayed(world, home, `policy-sets/${set}`, { 'enforcement-level': 'mandatory' });
  const drafted = await replayed(world, home, `policy-sets/${set}`, { code: published }, tried);

  assert.deepEqual(enforced.attributes['result-counts'], { ...noCounts, 'newly-failing': 2 });
  assert.deepEqual(
    enforced.differences.map(({ attributes }: { attributes: { policies: readonly object[] } }) =>
      attributes.policies.map((each) => Reflect.get(each, 'policy-name')),
    ),
    [['tags'], ['acl']],
  );
  assert.deepEqual(drafted.attributes['result-counts'], { ...noCounts, 'newly-failing': 1, 'newly-passing': 1 });
  assert.equal(drafted.relationships.policy.data.id, policies[1]);
  assert.equal((await home.client.get(`/policy-sets/${set}/replays`)).body.data.length, 2);
});

onEachEngine('A replay lists the rules that matched no input', async (world) => {
  const home = await homeWith(world, publicPlan, privatePlan);
  const other = published.slice(published.indexOf('deny')).replace('"public-read"', '"authenticated-read"');
  const policy = await newOpaPolicy(home, 'buckets', { source: `${published}\n${other}` });

  const { attributes } = await replayed(world, home, `policies/${policy}`);

  assert.deepEqual(attributes['unmatched-rules'], [
    { 'policy-id': policy, name: 'data.buckets.deny', file: 'buckets.rego', row: 9 },
  ]);
});

onEachEngine('Policies see the time of the evaluation, and the same random numbers', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const source = `package buckets

deny := [time.now_ns(), rand.intn("a", 1000000000), uuid.rfc4122("b")]
`;
  const policy = await newOpaPolicy(home, 'buckets', { source });
  await opaSet(home, 'all', [policy], { global: true });
  const evaluation = await evaluatedPlan(world, home, publicPlan);
  world.advance(86_400_000);
  const draft = { code: source.replace('package buckets', 'package buckets\n\nimport rego.v1') };
  const outcomes = (await home.client.get(`/policy-evaluations/${evaluation.id}/policy-set-outcomes`)).body.data;
  const [{ output }] = outcomes[0].attributes.outcomes;

  const same = await replayed(world, home, `policies/${policy}`, draft);
  const other = await replayed(world, home, `policies/${policy}`, { code: source.replace('"b")', '"b"), "more"') });

  assert.deepEqual(same.attributes['result-counts'], { ...noCounts, unchanged: 1 });
  assert.deepEqual(other.attributes['result-counts'], { ...noCounts, changed: 1 });
  const [{ before, after }] = other.differences[0].attributes.policies;
  assert.deepEqual(before.output, output);
  assert.deepEqual(after.output, [...output, 'more']);
  assert.equal(Math.round(output[0] / 1e6), Date.parse(evaluation.attributes['status-timestamps']['running-at']));
});

onEachEngine(
  'A draft that does not compile, or a query that matches no rule, is rejected with its position',
  async (world) => {
    const home = await homeWith(world, publicPlan);
    const policy = await newOpaPolicy(home, 'buckets', { source: published });
    const set = await opaSet(home, 'all', [policy]);
    const tried = { policy: { data: { id: policy, type: 'policies' } } };
    const draft = { code: 'package buckets\n\ndeny contains sprintff("x")\n\nwarn contains y if z\n' };
    const problemsOf = ({ status, body }: Answer) => {
      assert.equal(status, 422);
      return body.errors.map((error: { detail: string; source: { pointer: string } }) => [
        error.source.pointer,
        error.detail,
      ]);
    };

    const ofPolicy = problemsOf(await posted(home, `policies/${policy}`, draft));
    const ofSet = problemsOf(await posted(home, `policy-sets/${set}`, draft, tried));
    const ofQuery = problemsOf(await posted(home, `policies/${policy}`, { query: 'data.buckets.denny' }));
    const ofBoth = problemsOf(await posted(home, `policies/${policy}`, { query: 'data.acl.deny', code: published }));

    assert.deepEqual(ofPolicy[0], [
      '/data/attributes/code',
      'buckets.rego:3:15: undefined function sprintff. Did you mean sprintf?',
    ]);
    assert.deepEqual(ofSet, ofPolicy);
    assert.deepEqual(ofQuery, [
      ['/data/attributes/query', 'there is no rule data.buckets.denny. Did you mean data.buckets.deny?'],
    ]);
    assert.equal(ofBoth[0][0], '/data/attributes/query');
  },
);

onEachEngine('An invalid trial is rejected with the reason', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source: published });
  const other = await newOpaPolicy(home, 'other', { source: published });
  const native = await newPolicy(home, 'elsewhere');
  const [set, empty] = [await opaSet(home, 'all', [policy]), await newPolicySet(home, 'empty', { kind: 'opa' })];
  const ofPolicy = (id: string) => ({ policy: { data: { id, type: 'policies' } } });
  const refusal = async (...parts: [Path, object?, object?]) => {
    const answer = await posted(home, ...parts);
    assert.equal(answer.status, 422);
    return details(answer)[0];
  };

  assert.match(
    (await refusal(`policies/${policy}`)) ?? '',
    /no recorded inputs to replay.*policy-input-retention-days/,
  );
  await recordInputs(home, 30);
  await evaluatedPlan(world, home, publicPlan);
  const refusals = [
    await refusal(`policies/${policy}`, { revision: 2 }),
    await refusal(`policies/${policy}`, { revision: 1, code: published }),
    await refusal(`policies/${policy}`, { 'enforcement-level': 'hard-mandatory' }),
    await refusal(`policies/${native}`),
    await refusal(`policy-sets/${empty}`),
    await refusal(`policy-sets/${set}`, { code: published }),
    await refusal(`policy-sets/${set}`, { code: published }, ofPolicy(other)),
    await refusal(`policies/${policy}`, {}, { workspace: { data: { id: 'ws-1', type: 'workspaces' } } }),
    await refusal(`policies/${policy}`, { until: '2020-01-01T00:00:00Z' }),
  ];

  assert.deepEqual(
    refusals.map((text) => text?.slice(0, 36)),
    [
      'The policy has no revision 2, or dat',
      'Send the code of a draft or the numb',
      'Enforcement level is not included in',
      'This service does not evaluate polic',
      'The policy set has no policies.',
      'Send the relationship policy, which ',
      'Policy is not in this policy set',
      'Workspace does not exist in this org',
      'There are no recorded inputs to repl',
    ],
  );
});

onEachEngine(
  'A replay uses the newest inputs of a workspace and a period, up to the requested number',
  async (world) => {
    const home = await homeWith(world, publicPlan);
    const policy = await newOpaPolicy(home, 'buckets', { source: published });
    const workspace = { workspace: { data: { id: await newWorkspace(home, 'production'), type: 'workspaces' } } };
    world.advance(60_000);
    for (let count = 0; count < 3; count += 1) await evaluatedPlan(world, home, privatePlan, workspace);
    const total = async (attributes: object, relationships = {}) => {
      const { status, body } = await posted(home, `policies/${policy}`, attributes, relationships);
      assert.equal(status, 201, JSON.stringify(body));
      await home.client.post(`/policy-replays/${body.data.id}/actions/cancel`);
      return body.data.attributes['inputs-total'];
    };
    const since = new Date(world.context.clock.now() - 30_000).toISOString();

    assert.deepEqual(
      [
        await total({}),
        await total({}, workspace),
        await total({ since }),
        await total({ until: since }),
        await total({ 'max-inputs': 2 }),
      ],
      [4, 3, 3, 1, 2],
    );
  },
);

onEachEngine('An input that is deleted before its evaluation is counted as missing', async (world) => {
  const home = await homeWith(world, publicPlan, publicPlan);
  const policy = await newOpaPolicy(home, 'buckets', { source: published });
  const { id } = (await posted(home, `policies/${policy}`, { code: untagged })).body.data;
  const [input] = (await home.client.get(`/organizations/${home.name}/policy-inputs`)).body.data;

  await home.client.delete(`/organizations/${home.name}/policy-inputs/${input.id}`);
  await runOnce(world.context, replayJob(world.context));

  const { attributes, differences } = await shownReplay(home, id);
  assert.deepEqual(attributes['result-counts'], { ...noCounts, 'newly-passing': 1, missing: 1 });
  assert.equal(differences.length, 1);
});

onEachEngine('An organization can have five unfinished replays, and one can be canceled', async (world) => {
  const home = await homeWith(world, publicPlan);
  const policy = await newOpaPolicy(home, 'buckets', { source: published });
  const answers = [];
  for (let count = 0; count < 6; count += 1) answers.push(await posted(home, `policies/${policy}`, { code: untagged }));
  const last = answers[4]?.body.data.id;

  const canceled = await home.client.post(`/policy-replays/${last}/actions/cancel`);
  const again = await home.client.post(`/policy-replays/${last}/actions/cancel`);
  const another = await posted(home, `policies/${policy}`, { code: untagged });
  await runOnce(world.context, replayJob(world.context));
  const over = await home.client.post(`/policy-replays/${another.body.data.id}/actions/cancel`);

  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201, 422],
  );
  assert.match(details(answers[5] ?? canceled)[0] ?? '', /^5 replays of the organization are in progress/);
  assert.deepEqual([canceled.status, again.status, another.status, over.status], [200, 200, 201, 422]);
  const { attributes } = await shownReplay(home, last);
  assert.deepEqual([attributes.status, attributes['inputs-done']], ['canceled', 0]);
  assert.deepEqual(
    (await auditOf(world, last)).map(({ action }) => action),
    ['policy-replay.create', 'policy-replay.cancel'],
  );
});
