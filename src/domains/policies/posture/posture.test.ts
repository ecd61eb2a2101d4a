import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  creating,
  emptyDocument,
  evaluated,
  evaluatedIn,
  harmless,
  inWorkspace,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { setMaximums } from '../../../../test/support/maximum-durations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

const day = 86_400_000;

const postureOf = async ({ client, name }: Pick<Home, 'client' | 'name'>) => {
  const { status, body } = await client.get(`/organizations/${name}/posture`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.attributes;
};

const ratesOf = async ({ client, name }: Pick<Home, 'client' | 'name'>, query: string) => {
  const { status, body } = await client.get(`/organizations/${name}/pass-rates?page[size]=100&${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

/**
 * Creates three workspaces and a global set with two policies. The first workspace passes, the second one is blocked,
 * and the third one has no evaluation.
 */
const scene = async (world: World) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  const shadow = await newOpaPolicy(home, 'tried', { shadow: true });
  const set = await opaSet(home, 'everywhere', [policy, shadow], { global: true, overridable: true });
  const [shop, mail, idle] = [
    await newWorkspace(home, 'shop'),
    await newWorkspace(home, 'mail'),
    await newWorkspace(home, 'idle'),
  ];
  await evaluatedIn(world, home, shop, creating);
  const passing = await evaluatedIn(world, home, shop, harmless);
  const blocked = await evaluatedIn(world, home, mail, creating);
  return { home, policy, shadow, set, shop, mail, idle, passing, blocked };
};

onEachEngine('The posture of an organization reflects the latest evaluations of its workspaces', async (world) => {
  const { home, policy, mail, blocked } = await scene(world);
  await setMaximums(home, { exemption: null });
  const before = await postureOf(home);
  const end = new Date(world.context.clock.now() + 2 * day).toISOString();
  const override = documentOf('policy-evaluations', { comment: 'ticket 7', 'expires-at': end });
  const exemption = { reason: 'agreed', owner: 'ops', 'expires-at': null };
  const granted = await home.client.post(
    `/policies/${policy}/exemptions`,
    documentOf('policy-exemptions', exemption, inWorkspace(mail)),
  );
  const overridden = await home.client.post(`/policy-evaluations/${blocked.id}/actions/override`, override);
  const during = await postureOf(home);
  world.advance(3 * day);
  const ended = await postureOf(home);
  world.advance(5 * day);
  const later = await postureOf(home);

  assert.deepEqual([granted.status, overridden.status], [201, 200]);
  const counts = {
    total: 3,
    passed: 1,
    overridden: 0,
    blocked: 1,
    'not-evaluated': 1,
    covered: 3,
    'evaluations-not-counted': 0,
    'state-evaluations': 0,
  };
  assert.deepEqual(before, {
    workspaces: counts,
    'blocked-evaluations': 2,
    'blocked-evaluations-before': 0,
    exceptions: { exemptions: 0, overrides: 0, 'next-end': null },
    'is-complete': true,
  });
  assert.deepEqual(during.workspaces, { ...counts, overridden: 1, blocked: 0 });
  assert.deepEqual(during.exceptions, { exemptions: 1, overrides: 1, 'next-end': end });
  assert.equal(during['blocked-evaluations'], 1);
  // The override has expired. The counts must be correct although no recount has run.
  assert.deepEqual([ended.workspaces, ended['blocked-evaluations']], [counts, 2]);
  assert.deepEqual(ended.exceptions, { exemptions: 1, overrides: 0, 'next-end': null });
  assert.deepEqual([later['blocked-evaluations'], later['blocked-evaluations-before']], [0, 2]);
});

onEachEngine('A workspace whose latest evaluation evaluated no policy does not count as passed', async (world) => {
  const home = await world.home();
  const shop = await newWorkspace(home, 'shop');
  await evaluatedIn(world, home, shop, harmless);
  const path = `/organizations/${home.name}/workspace-results`;

  const { workspaces } = await postureOf(home);
  const results = await home.client.get(`${path}?filter[status]=not-evaluated`);
  const passed = await home.client.get(`${path}?filter[status]=passed`);
  const rates = [await ratesOf(home, ''), await ratesOf(home, 'group=workspace')];
  const demanding = documentOf('organizations', { 'evaluated-policies-required': true });
  await home.client.patch(`/organizations/${home.name}`, demanding);
  await evaluatedIn(world, home, shop, harmless);
  const strict = await postureOf(home);

  const counts = {
    total: 1,
    passed: 0,
    overridden: 0,
    blocked: 0,
    'not-evaluated': 1,
    covered: 0,
    'evaluations-not-counted': 0,
    'state-evaluations': 0,
  };
  assert.deepEqual(workspaces, counts);
  assert.deepEqual(strict.workspaces, { ...counts, blocked: 1, 'not-evaluated': 0 });
  assert.deepEqual([results.body.data.length, passed.body.data.length], [1, 0]);
  assert.deepEqual(
    rates.map(({ data }) => data.at(-1).attributes.passed),
    [0, 0],
  );
});

onEachEngine('Pass rates are counted by day, by policy and by workspace', async (world) => {
  const { home, policy, shadow, blocked, mail } = await scene(world);
  const other = await world.home();

  const days = await ratesOf(home, '');
  const policies = await ratesOf(home, 'group=policy&include=policy');
  const one = await ratesOf(home, `group=policy&filter[policy]=${shadow},pol-none`);
  const workspaces = await ratesOf(home, 'group=workspace&since=2020-01-01');
  const page = await home.client.get(`/organizations/${home.name}/pass-rates?group=policy&page[size]=1&page[number]=2`);
  const back = await home.client.get(
    `/organizations/${home.name}/pass-rates?group=policy&page[size]=1&page[before]=${page.body.meta.cursors.before}`,
  );
  const foreign = await ratesOf(other, 'group=policy');
  const wrong = await Promise.all(
    ['group=month', 'since=soon', 'filter[policy]=pol-1', 'filter[kind]=opa'].map((query) =>
      home.client.get(`/organizations/${home.name}/pass-rates?${query}`),
    ),
  );

  const today = new Date(world.context.clock.now()).toISOString().slice(0, 10);
  assert.equal(days.data.length, 30);
  const { attributes: last } = days.data.at(-1);
  assert.deepEqual(
    [last.name, last.passed, last.failed, last.errored, last.overridden, last['shadow-failed']],
    [today, 1, 2, 0, 0, 2],
  );
  const [buckets, tried] = policies.data;
  assert.deepEqual(
    [
      buckets.attributes.name,
      buckets.attributes.passed,
      buckets.attributes.failed,
      buckets.attributes['shadow-failed'],
    ],
    ['buckets', 1, 2, 0],
  );
  assert.deepEqual(
    [tried.id, tried.attributes.failed, tried.attributes['shadow-failed'], tried.attributes['shadow-passed']],
    [shadow, 0, 2, 1],
  );
  assert.equal(buckets.relationships.policy.data.id, policy);
  assert.equal(buckets.relationships['last-failed-evaluation'].data.id, blocked.id);
  assert.equal(buckets.attributes['last-failed-at'], blocked.attributes['created-at']);
  assert.equal(policies.included.length, 2);
  assert.deepEqual([one.data.length, one.data[0].id], [1, shadow]);
  const shownWorkspaces: readonly { attributes: Record<string, unknown> }[] = workspaces.data;
  assert.deepEqual(
    shownWorkspaces.map(({ attributes: { name, status, passed, failed } }) => [name, status, passed, failed]),
    [
      ['idle', 'not-evaluated', 0, 0],
      ['mail', 'failed', 0, 1],
      ['shop', 'passed', 1, 1],
    ],
  );
  assert.equal(workspaces.data[1].relationships.workspace.data.id, mail);
  assert.deepEqual([page.body.data[0].id, page.body.meta.pagination['total-count']], [shadow, 2]);
  assert.equal(back.body.data[0].id, policy);
  assert.deepEqual(foreign.data, []);
  assert.deepEqual(
    wrong.map(({ status }) => status),
    [400, 400, 400, 400],
  );
});

onEachEngine('The latest results are listed by workspace and set, with pages of both', async (world) => {
  const { home, set, blocked } = await scene(world);
  const path = `/organizations/${home.name}/workspace-results`;

  const all = await home.client.get(path);
  const failed = await home.client.get(`${path}?filter[status]=failed`);
  const behind = await home.client.get(`${path}?policy-sets[page]=2`);
  const wrong = await home.client.get(`${path}?policy-sets[page]=0`);

  assert.equal(all.status, 200, JSON.stringify(all.body));
  assert.deepEqual(all.body.meta['policy-sets'], [{ id: set, name: 'everywhere' }]);
  const [idle, mail] = all.body.data;
  assert.deepEqual([idle.attributes.status, idle.attributes['policy-sets']], ['not-evaluated', []]);
  assert.deepEqual(mail.attributes['policy-sets'], [
    {
      id: set,
      passed: 0,
      'mandatory-failed': 1,
      'advisory-failed': 0,
      errored: 0,
      exempted: 0,
      old: 0,
      'shadow-failed': 1,
    },
  ]);
  assert.equal(mail.relationships['latest-evaluation'].data.id, blocked.id);
  assert.deepEqual([failed.body.data.length, failed.body.data[0].id], [1, mail.id]);
  assert.deepEqual([behind.body.data[1].attributes['policy-sets'], behind.body.meta['policy-set-count']], [[], 1]);
  assert.equal(wrong.status, 400);
});

onEachEngine('The latest results are listed by project and in both orders, with their workspaces', async (world) => {
  const { home } = await scene(world);
  const project = await newProject(home, 'live');
  const edge = await newWorkspace(home, 'edge', { project });
  const path = `/organizations/${home.name}/workspace-results`;
  const names = async (query: string) =>
    (await home.client.get(`${path}?${query}`)).body.data.map(
      ({ attributes }: { attributes: { name: string } }) => attributes.name,
    );

  const { body } = await home.client.get(`${path}?filter[project]=${project}&include=workspace,workspace.project`);

  assert.deepEqual([body.data.length, body.data[0].id], [1, edge]);
  assert.deepEqual(body.included.map(({ id }: { id: string }) => id).toSorted(), [project, edge].toSorted());
  assert.deepEqual(await names('sort=-name'), (await names('')).toReversed());
  assert.deepEqual(await names('filter[project]=prj-1111111111111111'), []);
});

onEachEngine(
  'Workspaces are listed by the urgency of their status, over several pages and with cursors',
  async (world) => {
    const { home } = await scene(world);
    const failing = await newWorkspace(home, 'zoo');
    await evaluatedIn(world, home, failing, creating);
    const overridden = await newWorkspace(home, 'archive');
    const { id } = await evaluatedIn(world, home, overridden, creating);
    const end = new Date(world.context.clock.now() + day).toISOString();
    const override = documentOf('policy-evaluations', { comment: 'ticket 7', 'expires-at': end });
    await home.client.post(`/policy-evaluations/${id}/actions/override`, override);
    const path = `/organizations/${home.name}/workspace-results`;
    const read = async (query: string) => {
      const { status, body } = await home.client.get(`${path}?${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const namesIn = ({ data }: { data: readonly { attributes: { name: string } }[] }) =>
      data.map(({ attributes }) => attributes.name);

    const first = await read('sort=status&page[size]=2');
    const second = await read('sort=status&page[size]=2&page[number]=2');
    const after = await read(`sort=status&page[size]=3&page[after]=${first.meta.cursors.after}`);
    const before = await read(`sort=status&page[size]=2&page[before]=${second.meta.cursors.before}`);
    const reversed = await read('sort=-status');
    const found = await read('sort=status&search[name]=o');
    world.advance(2 * day);
    const ended = await read('sort=status');

    assert.deepEqual([namesIn(first), first.meta.pagination['total-count']], [['mail', 'zoo'], 5]);
    assert.deepEqual(namesIn(second), ['archive', 'idle']);
    assert.deepEqual(namesIn(after), ['archive', 'idle', 'shop']);
    assert.deepEqual(namesIn(before), ['mail', 'zoo']);
    assert.deepEqual(namesIn(reversed), ['shop', 'idle', 'archive', 'zoo', 'mail']);
    assert.deepEqual(namesIn(found), ['zoo', 'shop']);
    // An override that has expired no longer counts.
    assert.deepEqual(namesIn(ended), ['archive', 'mail', 'zoo', 'idle', 'shop']);
  },
);

onEachEngine('The counts cover only evaluations that the caller may read', async (world) => {
  const { home, mail } = await scene(world);
  const pipeline = { ...(await newMember(world, home)), name: home.name };
  const granting = await newTeam(world, home, ['manage-policy-overrides']);
  const overrider = { ...(await newMember(world, home, granting)), name: home.name };
  const reading = await newTeam(world, home, ['read-workspaces']);
  const reader = { ...(await newMember(world, home, reading)), name: home.name };
  const path = `/organizations/${home.name}/evaluations`;
  await evaluated({ world, by: pipeline, path, document: emptyDocument }, creating);
  await evaluatedIn(world, home, mail, harmless);

  const [own, ofOverrider, ofReader] = [await postureOf(pipeline), await postureOf(overrider), await postureOf(reader)];
  const ownDays = await ratesOf(pipeline, '');
  const ownPolicies = await ratesOf(pipeline, 'group=policy');
  const allPolicies = await ratesOf(overrider, 'group=policy');
  const refused = await Promise.all([
    pipeline.client.get(`/organizations/${home.name}/pass-rates?group=workspace`),
    overrider.client.get(`/organizations/${home.name}/pass-rates?group=workspace`),
    pipeline.client.get(`/organizations/${home.name}/workspace-results`),
    (await world.person()).client.get(`/organizations/${home.name}/posture`),
  ]);

  const nothing = { exemptions: null, overrides: null, 'next-end': null };
  assert.deepEqual([own.workspaces, own['blocked-evaluations'], own.exceptions], [null, 1, nothing]);
  assert.deepEqual([ofOverrider.workspaces, ofOverrider['blocked-evaluations']], [null, 3]);
  assert.deepEqual([ofReader.workspaces.passed, ofReader.exceptions.exemptions], [2, null]);
  assert.deepEqual([ownDays.data.at(-1).attributes.failed, ownDays.data.at(-1).attributes.passed], [1, 0]);
  const failures = (body: { readonly data: readonly { readonly attributes: { readonly failed: number } }[] }) =>
    body.data.map(({ attributes }) => attributes.failed);
  assert.deepEqual(
    [failures(ownPolicies), failures(allPolicies)],
    [
      [1, 0],
      [3, 0],
    ],
  );
  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404, 404, 404],
  );
});
