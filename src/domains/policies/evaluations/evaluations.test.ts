// Evaluates plans with the real engine, through the API.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import {
  created,
  creating,
  emptyDocument,
  evaluated,
  evaluationIn,
  harmless,
  newOpaPolicy,
  opaSet,
  pathOf,
} from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { evaluationJob } from './job.ts';
import { insertEvaluation } from './store.ts';

const seenRun = `package seen

deny contains [input.run.organization.name, input.run.workspace.name, input.run.project.name, input.run.message, input.run.workspace.tag_bindings]
`;

const evaluationRows = query()((db) => db.selectFrom('policy_evaluations').selectAll());
const chunks = query()((db) => db.selectFrom('policy_evaluation_chunks').select('sealed'));

onEachEngine('A plan is evaluated with the policies of a set, and is then deleted', async (world) => {
  const home = await world.home();
  const [mandatory, advisory] = [
    await newOpaPolicy(home, 'buckets'),
    await newOpaPolicy(home, 'hints', { level: 'advisory' }),
  ];
  const set = await opaSet(home, 'baseline', [mandatory, advisory]);
  const path = `/policy-sets/${set}/evaluations`;

  const bad = await evaluated({ world, by: home, path: path }, creating);
  const good = await evaluated({ world, by: home, path: path }, harmless);
  const waiting = await created({ by: home, path });
  await home.client.put(pathOf(waiting.links.upload), creating);
  const sealed = await world.context.database.rows(chunks, {});

  assert.equal(bad.attributes.status, 'failed');
  assert.deepEqual(bad.attributes['result-count'], {
    'advisory-failed': 1,
    'mandatory-failed': 1,
    passed: 0,
    errored: 0,
    'shadow-passed': 0,
    'shadow-failed': 0,
    'shadow-errored': 0,
    unknown: 0,
    exempted: 0,
    old: 0,
  });
  assert.deepEqual(Object.keys(bad.attributes['status-timestamps']), ['running-at', 'failed-at']);
  assert.match(bad.attributes['engine-version'], /^opa \d+\.\d+\.\d+$/);
  assert.equal(bad.links.upload, undefined);
  const [outcome] = bad.outcomes;
  assert.deepEqual(outcome.attributes['policy-set-name'], 'baseline');
  assert.deepEqual(outcome.attributes.result_count, bad.attributes['result-count']);
  const [first, second] = outcome.attributes.outcomes;
  assert.deepEqual(
    [first.policy_name, first.policy_revision, first.enforcement_level, first.status, first.output],
    ['buckets', 1, 'mandatory', 'failed', ['aws_s3_bucket.logs is public']],
  );
  assert.deepEqual([second.policy_name, second.status], ['hints', 'failed']);
  assert.deepEqual((await home.client.get(`/policy-set-outcomes/${outcome.id}`)).body.data, outcome);
  assert.deepEqual([good.attributes.status, good.attributes['result-count'].passed], ['passed', 2]);
  assert.equal(sealed.length, 1);
  assert.doesNotMatch(JSON.stringify(sealed), /aws_s3_bucket|resource_changes/);
  assert.deepEqual(
    (await auditOf(world, bad.id)).map(({ action }) => action),
    ['policy-evaluation.create', 'policy-evaluation.upload'],
  );
});

onEachEngine('An evaluation can include its set and its workspace', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')]);
  const workspace = await newWorkspace(home, 'production');
  const document = evaluationIn(workspace);
  const { id } = await created({ by: home, path: `/policy-sets/${set}/evaluations`, document });

  const one = await home.client.get(`/policy-evaluations/${id}?include=policy-set,workspace`);
  const list = await home.client.get(`/organizations/${home.name}/evaluations?include=policy-set,workspace`);

  for (const { body } of [one, list])
    assert.deepEqual(body.included.map(({ attributes }: { attributes: { name: string } }) => attributes.name).sort(), [
      'baseline',
      'production',
    ]);
});

onEachEngine('Policies that cannot be evaluated never pass, and give the reason', async (world) => {
  const home = await world.home();
  const wrong = (name: string, source: string, rule = `data.${name}.deny`, level = 'mandatory') =>
    newOpaPolicy(home, name, { level, source, rule });
  const policies = [
    await wrong('a-boolean', 'package p\n\ndeny := true\n', 'data.p.deny'),
    await wrong('broken', 'package p\n\ndeny contains {\n', 'data.p.deny'),
    await wrong('codeless', ''),
    await wrong('nothing', 'package p\n\ndeny contains 1 if false\n', 'data.p.allow'),
    await wrong('old', 'package old\n\ndeny[msg] { msg := "no"; false }\n', 'data.old.deny'),
  ];
  await opaSet(home, 'every', policies, { global: true });
  const nativePolicy = await newPolicy(home, 'elsewhere', { 'enforcement-level': 'hard-mandatory' });
  const native = await newPolicySet(home, 'native', {}, [nativePolicy]);
  const hint = await opaSet(home, 'hint', [await wrong('advised', '', 'data.x.deny', 'advisory')]);
  const empty = await opaSet(home, 'empty', []);
  const ofOrganization = `/organizations/${home.name}/evaluations`;

  const all = await evaluated({ world, by: home, path: ofOrganization }, creating);
  const elsewhere = await evaluated({ world, by: home, path: `/policy-sets/${native}/evaluations` }, creating);
  const advised = await evaluated({ world, by: home, path: `/policy-sets/${hint}/evaluations` }, creating);
  const none = await evaluated({ world, by: home, path: `/policy-sets/${empty}/evaluations` }, creating);
  const plans = [];
  for (const text of ['{', '[]', '{"format_version":"9.0","resource_changes":[]}', '{"format_version":"1.2"}', '{}']) {
    plans.push(await evaluated({ world, by: home, path: `/policy-sets/${empty}/evaluations` }, text));
  }

  assert.equal(all.attributes.status, 'errored');
  const { outcomes } = all.outcomes[0].attributes;
  assert.deepEqual(
    outcomes.map(({ policy_name, status }: { policy_name: string; status: string }) => [policy_name, status]),
    [
      ['a-boolean', 'errored'],
      ['broken', 'errored'],
      ['codeless', 'errored'],
      ['nothing', 'errored'],
      ['old', 'passed'],
    ],
  );
  const problems: readonly (readonly string[])[] = outcomes.map((each: { problems: string[] }) => each.problems);
  assert.deepEqual(
    problems.map(({ length }) => length > 0),
    [true, true, true, true, false],
  );
  assert.deepEqual([outcomes[0].rego_version, outcomes[1].rego_version, outcomes[4].rego_version], ['v1', null, 'v0']);
  assert.match(outcomes[2].problems[0], /has no code/);
  assert.equal(elsewhere.attributes.status, 'unreachable');
  assert.match(
    elsewhere.outcomes[0].attributes.outcomes[0].problems[0],
    /^This service does not evaluate policies of this kind/,
  );
  assert.deepEqual([advised.attributes.status, advised.attributes['result-count'].errored], ['passed', 1]);
  assert.deepEqual(none.attributes.notices, ['The policy set empty has no policies.']);
  assert.deepEqual(
    plans.map(({ attributes }) => attributes.status),
    Array(plans.length).fill('errored'),
  );
  assert.match(plans[2]?.attributes.error, /unknown format_version 9\.0/);
  assert.match(plans[3]?.attributes.error, /no resource_changes/);
});

onEachEngine('Policies see the run, and the sets of the workspace apply', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'seen', { level: 'advisory', source: seenRun, rule: 'data.seen.deny' });
  const project = await newProject(home, 'shop');
  const workspace = await newWorkspace(home, 'production', { project, tags: { env: 'prod' } });
  const named = await opaSet(home, 'named', [policy]);
  await home.client.post(`/policy-sets/${named}/relationships/workspaces`, {
    data: [{ id: workspace, type: 'workspaces' }],
  });
  await opaSet(home, 'elsewhere', [policy]);
  const place = { workspace: { data: { id: workspace, type: 'workspaces' } } };
  const path = `/organizations/${home.name}/evaluations`;
  const elsewhere = await world.home();
  const foreign = await newWorkspace(elsewhere, 'theirs');

  const seen = await evaluated(
    { world, by: home, path, document: documentOf('policy-evaluations', { run: { message: 'hello' } }, place) },
    creating,
  );
  const nowhere = await evaluated({ world, by: home, path: path }, creating);
  const refused = await home.client.post(
    path,
    documentOf('policy-evaluations', {}, { workspace: { data: { id: foreign, type: 'workspaces' } } }),
  );

  assert.deepEqual(
    seen.outcomes.map(({ attributes }: { attributes: Record<string, unknown> }) => attributes['policy-set-name']),
    ['named'],
  );
  assert.deepEqual(seen.outcomes[0].attributes.outcomes[0].output, [
    [home.name, 'production', 'shop', 'hello', { env: 'prod' }],
  ]);
  assert.deepEqual(
    [nowhere.attributes.status, nowhere.attributes.notices],
    ['passed', ['No policy set applies: nothing was evaluated.']],
  );
  assert.deepEqual([refused.status, details(refused)], [422, ['Workspace does not exist in this organization']]);
});

onEachEngine('Policies of a version are evaluated with all code of its archive', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'packed', []);
  const archive = archiveOf({
    'policies.hcl': 'policy "buckets" {\n  query = "data.buckets.deny"\n  enforcement_level = "mandatory"\n}\n',
    'buckets.rego':
      'package buckets\n\nimport data.words\n\ndeny contains words.no if count(input.plan.resource_changes) > 0\n',
    'lib/words.rego': 'package words\n\nno := "not here"\n',
    'buckets_test.rego': 'package buckets_test\n\ntest_broken if {\n',
  });
  assert.equal((await sendSetVersion(world, home, set, archive)).sent.status, 200);

  const { attributes, outcomes } = await evaluated(
    { world, by: home, path: `/policy-sets/${set}/evaluations` },
    creating,
  );

  assert.equal(attributes.status, 'failed');
  const [outcome] = outcomes[0].attributes.outcomes;
  assert.deepEqual([outcome.policy_name, outcome.output, outcome.problems], ['buckets', ['not here'], []]);
});

onEachEngine(
  'An evaluation is visible to its creator and its readers, takes one plan, and can be canceled',
  async (world) => {
    const home = await world.home();
    const path = `/organizations/${home.name}/evaluations`;
    const pipeline = await newMember(world, home);
    const { client: other } = await newMember(world, home);
    const { client: reader } = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
    const stranger = await world.person();
    const { id, links } = await created({ by: pipeline, path });
    const upload = pathOf(links.upload);

    const seen = await Promise.all(
      [pipeline.client, home.client, reader, other, stranger.client].map((client) =>
        client.get(`/policy-evaluations/${id}`),
      ),
    );
    const lists = await Promise.all(
      [home.client, reader, other, pipeline.client].map((client) => client.get(`${path}?filter[status]=pending`)),
    );
    const forbidden = await Promise.all([
      reader.put(upload, creating),
      reader.post(`/policy-evaluations/${id}/actions/cancel`),
      other.put(upload, creating),
    ]);
    const sent = await pipeline.client.put(upload, creating);
    const same = await pipeline.client.put(upload, creating);
    const another = await pipeline.client.put(upload, harmless);
    const canceled = await pipeline.client.post(`/policy-evaluations/${id}/actions/cancel`);
    const ran = await runOnce(world.context, evaluationJob(world.context));
    const late = await pipeline.client.put(
      pathOf((await created({ by: pipeline, path })).links.upload),
      Buffer.alloc(20 * 1_048_576 + 1),
    );

    assert.deepEqual(
      seen.map(({ status }) => status),
      [200, 200, 200, 404, 404],
    );
    assert.deepEqual(
      [
        ...seen.slice(0, 3).map(({ body }) => body.data.links),
        ...lists.slice(0, 2).map(({ body }) => body.data[0].links),
      ].map((shown) => shown.upload !== undefined),
      [true, true, false, true, false],
      'only who may send the plan sees where',
    );
    assert.deepEqual(
      forbidden.map(({ status }) => status),
      [404, 404, 404],
    );
    assert.deepEqual(
      lists.map(({ body }) => body.data.length),
      [1, 1, 0, 1],
      'without a permission, a member lists their own',
    );
    assert.equal(lists[0]?.body.data[0].id, id);
    assert.deepEqual([sent.status, same.status, another.status, canceled.status], [202, 202, 422, 200]);
    assert.equal(canceled.body.data.attributes.status, 'canceled');
    assert.equal(ran, false);
    assert.deepEqual(await world.context.database.rows(chunks, {}), []);
    assert.equal(late.status, 413);
  },
);

onEachEngine(
  'An interrupted evaluation is repeated, after a minute from the fourth attempt on, and errored after the tenth',
  async (world) => {
    const home = await world.home();
    const path = `/policy-sets/${await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')])}/evaluations`;
    const interrupted = async (attempts: number) => {
      const { id, links } = await created({ by: home, path });
      await home.client.put(pathOf(links.upload), creating);
      await world.context.database.transaction((tx) =>
        tx.run((db) => db.updateTable('policy_evaluations').set({ status: 'running', attempts }).where('id', '=', id)),
      );
      return String(id);
    };
    const ids = [await interrupted(2), await interrupted(9), await interrupted(10)];
    const statuses = async () => {
      const shown = await Promise.all(ids.map((id) => home.client.get(`/policy-evaluations/${id}`)));
      return shown.map(({ body }) => body.data.attributes.status);
    };

    await runOnce(world.context, evaluationJob(world.context));
    const soon = await statuses();
    world.advance(60_000);
    await runOnce(world.context, evaluationJob(world.context));

    assert.deepEqual(
      [soon, await statuses()],
      [
        ['failed', 'running', 'running'],
        ['failed', 'failed', 'errored'],
      ],
    );
    const { body } = await home.client.get(`/policy-evaluations/${ids[2]}`);
    assert.match(body.data.attributes.error, /was interrupted 10 times/);
    assert.deepEqual(await world.context.database.rows(chunks, {}), []);
  },
);

onEachEngine('An evaluation that is canceled while it is running stays canceled', async (world) => {
  const home = await world.home();
  const slow = `package slow\n\ndeny contains 1 if {\n  some a in numbers.range(1, 2000)\n  some b in numbers.range(1, 2000)\n  a * b == -1\n}\n`;
  const policy = await newOpaPolicy(home, 'slow', { source: slow, rule: 'data.slow.deny' });
  const { id, links } = await created({
    by: home,
    path: `/policy-sets/${await opaSet(home, 'baseline', [policy])}/evaluations`,
  });
  await home.client.put(pathOf(links.upload), creating);
  const running = runOnce(world.context, evaluationJob(world.context));
  const statusNow = async () => (await home.client.get(`/policy-evaluations/${id}`)).body.data.attributes.status;
  while ((await statusNow()) === 'pending') await new Promise((resolve) => setTimeout(resolve, 5));

  const canceled = await home.client.post(`/policy-evaluations/${id}/actions/cancel`);
  await running;

  assert.equal(canceled.status, 200);
  assert.equal(await statusNow(), 'canceled');
  assert.deepEqual((await home.client.get(`/policy-evaluations/${id}/policy-set-outcomes`)).body.data, []);
});

onEachEngine(
  'At most 100 evaluations of one creator wait for their plans, and other creators are not affected',
  async (world) => {
    const home = await world.home();
    const member = await world.person();
    await home.client.post(
      `/organizations/${home.name}/organization-memberships`,
      documentOf('organization-memberships', { email: member.user.email }),
    );
    const path = `/organizations/${home.name}/evaluations`;
    const { id } = await created({ by: member, path });
    const [row] = await world.context.database.rows(evaluationRows, {});
    assert.ok(row !== undefined);
    const copies = Array.from({ length: 99 }, (_, index) => ({ ...row, id: `poleval-${index}` }));
    await world.context.database.transaction((tx) => insertEvaluation(tx, copies));

    const refused = await member.client.post(path, emptyDocument);
    const ofOwner = await home.client.post(path, emptyDocument);
    await member.client.post(`/policy-evaluations/${id}/actions/cancel`);
    const accepted = await member.client.post(path, emptyDocument);

    assert.deepEqual([refused.status, ofOwner.status, accepted.status], [429, 201, 201]);
    assert.match(details(refused)[0] ?? '', /^100 evaluations that you created are waiting for their plans/);
  },
);

onEachEngine('At most 1,000 evaluations of an organization wait for their plans', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/evaluations`;
  const { id } = await created({ by: home, path });
  const [row] = await world.context.database.rows(evaluationRows, {});
  assert.ok(row !== undefined);
  const copies = Array.from({ length: 999 }, (_, index) => {
    const created_by = JSON.stringify({ kind: 'user', id: `user-${index % 10}`, username: 'other', isAdmin: false });
    return { ...row, id: `poleval-${index}`, created_by };
  });
  await world.context.database.transaction(async (tx) => {
    for (let start = 0; start < copies.length; start += 100)
      await insertEvaluation(tx, copies.slice(start, start + 100));
  });

  const refused = await home.client.post(path, emptyDocument);
  await home.client.post(`/policy-evaluations/${id}/actions/cancel`);
  const accepted = await home.client.post(path, emptyDocument);

  assert.deepEqual([refused.status, accepted.status], [429, 201]);
  assert.match(details(refused)[0] ?? '', /^1000 evaluations of the organization are waiting for their plans/);
});
