// Tests that `push` and `apply` show how many recorded plans would newly fail before they make a change.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { auditOf } from '../support/audit.ts';
import { type CommandOptions, tipstaff } from '../support/command.ts';
import { identifiers } from '../support/documents.ts';
import { inWorkspace, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { evaluatedPlan, planOf, recordInputs } from '../support/policy-inputs.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { newProject, newWorkspace } from '../support/workspaces.ts';
import { type Home, onEachEngine, openWorld, type World } from '../support/world.ts';

const forbidding = (name: string, acl: string) =>
  `package ${name}\n\ndeny contains each.address if {\n\tsome each in input.plan.resource_changes\n\teach.change.after.acl == "${acl}"\n}\n`;

/** Writes a policy folder with the mandatory policy `buckets`. */
const writePolicies = async (folder: string, acl: string, level = 'mandatory'): Promise<void> => {
  const list = `policies:\n  - name: buckets\n    query: data.buckets.deny\n    enforcement-level: ${level}\n`;
  await writeFile(join(folder, 'policies.yaml'), list);
  await writeFile(join(folder, 'buckets.rego'), forbidding('buckets', acl));
};

const recordedPlans = async (world: World, home: Home): Promise<void> => {
  await recordInputs(home, 30);
  for (const [name, acl] of [
    ['web', 'private'],
    ['api', 'private'],
    ['site', 'public-read'],
  ] as const) {
    await evaluatedPlan(world, home, planOf({ acl }), inWorkspace(await newWorkspace(home, name)));
  }
};

const commandsOf =
  ({ url }: World, { owner }: Home) =>
  (words: readonly string[], options: CommandOptions = {}) =>
    tipstaff(words, { TIPSTAFF_URL: url, TIPSTAFF_TOKEN: owner.token }, options);

const versionsOf = async ({ client }: Home, set: string) => {
  const { body } = await client.get(`/policy-sets/${set}?include=current_version`);
  const versions = (await client.get(`/policy-sets/${set}/versions`)).body.data;
  return { current: body.data.relationships['current-version'].data?.id ?? null, count: versions.length };
};

onEachEngine(
  'A push shows how many recorded plans would newly fail, and asks for confirmation at a terminal',
  async (world) => {
    await using folder = await temporaryFolder();
    const home = await world.home();
    const set = await opaSet(home, 'baseline', [], { global: true });
    const command = commandsOf(world, home);
    const push = (words: readonly string[], options: CommandOptions = {}) =>
      command(['policy', 'push', folder.path, '--set', 'baseline', '--organization', home.name, ...words], options);
    await writePolicies(folder.path, 'nothing');
    const unrecorded = await push([]);
    await recordedPlans(world, home);
    await using _jobs = startEveryJob(world);
    const first = await versionsOf(home, set);
    await writePolicies(folder.path, 'private');

    const dry = await push(['--dry-run']);
    const skipped = await push(['--dry-run', '--no-replay']);
    const declined = await push([], { isTerminal: true, input: 'no\n' });
    const unanswered = await push([], { isTerminal: true, input: '' });
    const before = await versionsOf(home, set);
    const accepted = await push([], { isTerminal: true, input: 'yes\n' });
    const after = await versionsOf(home, set);
    await writePolicies(folder.path, 'public-read');
    const piped = await push(['--json']);

    assert.match(
      unrecorded.stderr,
      /buckets is new and mandatory\. It is not known how many plans would newly fail, because no plans are recorded\.\n/,
    );
    assert.equal(unrecorded.code, 0);
    assert.match(
      dry.stdout,
      /\nThese changes can make more plans fail:\n {2}buckets gets different code\. Of 3 recorded plans, 2 would newly fail, in 2 workspaces\.\nNothing was changed\.\n$/,
    );
    assert.doesNotMatch(skipped.stdout, /plans/);
    assert.match(dry.stderr, /^Replaying recorded plans, because buckets gets different code\.\n/m);
    assert.deepEqual([declined.code, unanswered.code], [1, 1]);
    for (const { stderr } of [declined, unanswered]) {
      assert.match(stderr, /2 would newly fail, in 2 workspaces\.\nPut the new version in force\? \(yes\/no\) /);
      assert.match(stderr, /The new version was not put in force\. The policy set is unchanged\.\n$/);
    }
    assert.deepEqual(before, first, 'a version that is not put in force is deleted');
    assert.equal(accepted.code, 0, accepted.stderr);
    assert.match(accepted.stdout, new RegExp(`as version ${after.current}\\.\\n$`));
    assert.equal(after.count, first.count + 1);
    const record = (await auditOf(world, after.current)).find(({ action }) => action === 'policy-set-version.activate');
    assert.equal(Reflect.get(Object(record?.change.after?.replay), 'newly-failing'), 2);
    assert.equal(piped.code, 0, piped.stderr);
    const [effect] = piped.json().effects;
    assert.deepEqual(
      [effect.change, effect.reason, effect.replay.status],
      ['buckets gets different code', null, 'finished'],
    );
    assert.deepEqual([effect.replay['newly-failing'], effect.replay['newly-failing-workspaces']], [1, 1]);
  },
);

onEachEngine('A push is neither replayed nor staged if its policies block nothing', async (world) => {
  await using folder = await temporaryFolder();
  const home = await world.home();
  const set = await opaSet(home, 'baseline', [], { global: true });
  await writePolicies(folder.path, 'private', 'advisory');

  const pushed = await commandsOf(
    world,
    home,
  )([...['policy', 'push', folder.path, '--set', 'baseline', '--organization', home.name]]);
  const wrong = await commandsOf(
    world,
    home,
  )([
    ...['policy', 'push', folder.path, '--set', 'baseline', '--organization', home.name],
    ...['--replay-timeout', 'soon'],
  ]);

  assert.equal(pushed.code, 0, pushed.stderr);
  assert.doesNotMatch(pushed.stderr, /Replaying|plans/);
  const { current } = await versionsOf(home, set);
  assert.deepEqual(
    (await auditOf(world, current)).map(({ action }) => action).filter((action) => !action.endsWith('.download')),
    ['policy-set-version.create', 'policy-set-version.upload'],
  );
  assert.match(wrong.stderr, /--replay-timeout must be a duration/);
});

/** Exports an organization with two policies in two policy sets, and returns the folder of the organization. */
const exportedHome = async (world: World, home: Home, folder: string) => {
  const [policy, other] = [
    await newOpaPolicy(home, 'buckets', { level: 'advisory', source: forbidding('buckets', 'private') }),
    await newOpaPolicy(home, 'public', { source: forbidding('public', 'public-read'), rule: 'data.public.deny' }),
  ];
  const sets = {
    baseline: await opaSet(home, 'baseline', [policy], { global: true }),
    narrow: await opaSet(home, 'narrow', [other]),
    versioned: await opaSet(home, 'versioned', [], { global: true }),
  };
  const exported = await commandsOf(world, home)(['export', folder, '--organization', home.name]);
  assert.equal(exported.code, 0, exported.stderr);
  return { policy, ...sets, path: join(folder, 'organizations', home.name) };
};

const listedPolicy = (name: string, level: string) =>
  `  - name: ${name}\n    kind: opa\n    query: data.${name}.deny\n    enforcement-level: ${level}\n    code: policies/${name}.rego\n`;

onEachEngine(
  'Apply replays levels, scopes, new policies and files, and names the replays in the audit trail',
  async (world) => {
    await using folder = await temporaryFolder();
    const home = await world.home();
    await recordedPlans(world, home);
    const { path, ...ids } = await exportedHome(world, home, folder.path);
    const apply = (...words: readonly string[]) => commandsOf(world, home)(['apply', folder.path, ...words]);
    await writeFile(join(path, 'policies', 'fresh.rego'), forbidding('fresh', 'public-read'));
    const policies = ['buckets', 'fresh', 'public'].map((name) => listedPolicy(name, 'mandatory')).join('');
    await writeFile(join(path, 'policies.yaml'), `policies:\n${policies}`);
    await writeFile(
      join(path, 'policy-sets.yaml'),
      `policy-sets:
  - name: baseline
    kind: opa
    global: true
    policies: [buckets, fresh]
  - name: narrow
    kind: opa
    policies: [public]
    workspaces: [site, web]
  - name: versioned
    kind: opa
    global: true
    files: versioned
  - name: another
    kind: opa
    global: true
    policies: [public]
`,
    );
    await mkdir(join(path, 'versioned'));
    await writePolicies(join(path, 'versioned'), 'public-read');
    await using _jobs = startEveryJob(world);

    const dry = await apply('--dry-run', '--json');
    const before = await versionsOf(home, ids.versioned);
    const applied = await apply();
    const after = await versionsOf(home, ids.versioned);

    const name = (kind: string, last: string) => `the ${kind} ${home.name}/${last}`;
    assert.deepEqual(
      dry
        .json()
        .effects.map((effect: { change: string; reason: string; replay: object | null }) => [
          effect.change,
          effect.reason ?? Reflect.get(Object(effect.replay), 'newly-failing'),
        ]),
      [
        [`${name('policy', 'buckets')} becomes mandatory`, 2],
        [
          `${name('policy set', 'baseline')} gets 1 more policy`,
          'It is not known how many plans would newly fail, because the service does not have the new records yet.',
        ],
        [`${name('policy set', 'narrow')} applies to 2 more workspaces`, 1],
        [`${name('policy set', 'versioned')} gets a new version of its policies`, 1],
        [
          `${name('policy set', 'another')} is new`,
          'It is not known how many plans would newly fail, because a replay cannot try a new policy set.',
        ],
      ],
    );
    assert.deepEqual(before, { current: null, count: 0 }, 'a dry run leaves no version behind');
    assert.equal(applied.code, 0, applied.stderr);
    for (const line of [
      'the policy \\S+/buckets becomes mandatory\\. Of 3 recorded plans, 2 would newly fail, in 2 workspaces\\.',
      'the policy set \\S+/baseline gets 1 more policy\\. Of 3 recorded plans, 1 would newly fail, in 1 workspace\\.',
      'the policy set \\S+/narrow applies to 2 more workspaces\\. Of 2 recorded plans, 1 would newly fail, in 1 workspace\\.',
    ])
      assert.match(applied.stderr, new RegExp(`^ {2}${line}$`, 'm'));
    assert.equal(after.count, 1);
    const replaysIn = async (id: string) =>
      (await auditOf(world, id)).flatMap(({ action, change }) => {
        const replay = Object(change.after?.replay);
        return 'newly-failing' in replay ? [[action, replay['newly-failing']]] : [];
      });
    assert.deepEqual(await replaysIn(ids.policy), [['policy.update', 2]]);
    assert.deepEqual(await replaysIn(ids.narrow), [['policy-set.add', 1]]);
    assert.deepEqual(await replaysIn(after.current), [['policy-set-version.activate', 1]]);
  },
);

onEachEngine(
  'If the time limit for replays is reached, `apply` names the unfinished replay and makes the changes',
  async (world) => {
    await using folder = await temporaryFolder();
    const home = await world.home();
    await recordedPlans(world, home);
    const { path, policy } = await exportedHome(world, home, folder.path);
    await writeFile(
      join(path, 'policies.yaml'),
      `policies:\n${listedPolicy('buckets', 'mandatory')}${listedPolicy('public', 'mandatory')}`,
    );

    // No job runs, so the replay cannot finish.
    const applied = await commandsOf(world, home)(['apply', folder.path, '--replay-timeout', '300ms']);

    assert.equal(applied.code, 0, applied.stderr);
    assert.match(
      applied.stderr,
      /becomes mandatory\. Of 0 recorded plans.* The replay polrep-\S+ has not finished: 3 more plans must be evaluated\.\n/,
    );
    const record = (await auditOf(world, policy)).find(({ action }) => action === 'policy.update');
    assert.equal(Reflect.get(Object(record?.change.after?.replay), 'status'), 'pending');
  },
);

test('Apply replays moves of workspaces, and names changes that a replay cannot try', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const home = await world.home();
  await recordedPlans(world, home);
  const project = await newProject(home, 'public', { tags: { stage: 'live' } });
  const { body: organization } = await home.client.get(`/organizations/${home.name}`);
  const former = organization.data.relationships['default-project'].data.id;
  const policy = await newOpaPolicy(home, 'buckets', { source: forbidding('buckets', 'public-read') });
  const baseline = await opaSet(home, 'baseline', [policy]);
  await home.client.post(`/policy-sets/${baseline}/relationships/projects`, identifiers('projects', project));
  const elsewhere = await opaSet(home, 'elsewhere', [policy], { global: true });
  await home.client.post(`/policy-sets/${elsewhere}/relationships/project-exclusions`, identifiers('projects', former));
  const tagged = [{ 'tag-key': 'stage', 'tag-value': 'live', 'is-exclude': false }];
  await opaSet(home, 'live', [policy], { 'tag-selectors': tagged });
  const exported = await commandsOf(world, home)(['export', folder.path, '--organization', home.name]);
  const path = join(folder.path, 'organizations', home.name);
  await writeFile(
    join(path, 'organization.yaml'),
    'unknown-values: fail-all\nworkspaces:\n  - name: site\n    project: public\n  - name: web\n    tags:\n      stage: live\n',
  );
  await writeFile(
    join(path, 'policy-sets.yaml'),
    'policy-sets:\n  - name: baseline\n    kind: opa\n    parameters:\n      - key: limit\n        value: "3"\n',
  );
  await using _jobs = startEveryJob(world);

  const applied = await commandsOf(world, home)(['apply', folder.path, '--json']);

  assert.equal(exported.code, 0, exported.stderr);
  assert.equal(applied.code, 0, applied.stderr);
  const place = (kind: string, name: string) => `the ${kind} ${home.name}/${name}`;
  assert.deepEqual(
    applied
      .json()
      .effects.map(({ change, reason, replay }: Record<string, { 'newly-failing': number } | null>) => [
        change,
        reason ?? replay?.['newly-failing'],
      ]),
    [
      [
        `the organization ${home.name} changes unknown-values to fail-all`,
        'It is not known how many plans would newly fail, because a replay cannot try settings of the organization.',
      ],
      [`${place('workspace', 'site')} moves to the project public, to which the policy set baseline applies`, 1],
      [
        `${place('workspace', 'site')} moves to the project public, to which the policy set elsewhere applies`,
        'It is not known how many plans would newly fail, because a replay uses the current project.',
      ],
      [`${place('workspace', 'site')} moves to the project public, to which the policy set live applies`, 1],
      [
        `${place('workspace', 'web')} changes tags that the policy set live selects`,
        'It is not known how many plans would newly fail, because a replay uses the current tags.',
      ],
      [
        `${place('parameter', 'baseline/limit')} is new`,
        'It is not known how many plans would newly fail, because a replay cannot try parameters.',
      ],
    ],
  );
  const sets = (await home.client.get(`/policy-sets/${baseline}/applicable-workspaces`)).body.data;
  assert.deepEqual(
    sets.map(({ attributes }: { attributes: { name: string } }) => attributes.name),
    ['site'],
  );
});
