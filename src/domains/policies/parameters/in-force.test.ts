// Tests which values of parameters an evaluation uses.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  creating,
  evaluated,
  evaluatedIn,
  inWorkspace,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { newMember } from '../../../../test/support/members.ts';
import { watchQueries } from '../../../../test/support/watched-queries.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { overridesInPlaces } from './override-store.ts';
import { parametersOfSets } from './store.ts';

/** Code of a policy that permits a limited number of changes, and that reports its limit. */
const source = `package limited

deny contains {"limit": input.parameters.limit} if count(input.plan.resource_changes) > input.parameters.limit
`;

const planOf = (changes: number) =>
  JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.9.0',
    resource_changes: Array.from({ length: changes }, (_, index) => ({
      address: `aws_s3_bucket.b${index}`,
      type: 'aws_s3_bucket',
      change: { actions: ['create'], after: {} },
    })),
  });

const newLimitedPolicy = (home: Home, name = 'limited') =>
  newOpaPolicy(home, name, { source, rule: 'data.limited.deny' });

/** Creates a parameter of a policy set. Returns its API path. */
const newParameter = async (home: Home, set: string, attributes: object) => {
  const { status, body } = await home.client.post(`/policy-sets/${set}/parameters`, documentOf('vars', attributes));
  assert.equal(status, 201);
  return `/policy-sets/${set}/parameters/${body.data.id}`;
};

const newOverride = async (home: Home, parameter: string, attributes: object, relationships?: object) => {
  const document = documentOf('parameter-overrides', attributes, relationships);
  const { status, bytes } = await home.client.post(`${parameter}/overrides`, document);
  assert.equal(status, 201, bytes.toString());
};

type Outcomes = readonly {
  readonly attributes: {
    readonly outcomes: readonly {
      readonly status: string;
      readonly output: readonly unknown[];
      readonly problems: readonly string[];
    }[];
  };
}[];

const firstOf = ({ outcomes }: { readonly outcomes: Outcomes }) => {
  const [{ status = '', output = [], problems = [] } = {}] = outcomes[0]?.attributes.outcomes ?? [];
  return { status, output, problems };
};

/** Evaluates a plan for a workspace. Returns the outcome of the first policy. */
const outcomeIn = async (world: World, home: Home, workspace: string, plan = creating) =>
  firstOf(await evaluatedIn(world, home, workspace, plan));

onEachEngine(
  'One policy permits 2 changes in a development workspace and 20 in a production workspace',
  async (world) => {
    const home = await world.home();
    const set = await opaSet(home, 'everywhere', [await newLimitedPolicy(home)], { global: true });
    const limit = await newParameter(home, set, { key: 'limit', value: '2' });
    const [dev, prod] = [await newWorkspace(home, 'dev'), await newWorkspace(home, 'prod')];
    await newOverride(home, limit, { value: '20' }, inWorkspace(prod));

    const results = [];
    for (const [workspace, changes] of [
      [dev, 2],
      [dev, 3],
      [prod, 20],
      [prod, 21],
    ] as const)
      results.push(await outcomeIn(world, home, workspace, planOf(changes)));

    assert.deepEqual(
      results.map(({ status, output }) => [status, output]),
      [
        ['passed', []],
        ['failed', [{ limit: 2 }]],
        ['passed', []],
        ['failed', [{ limit: 20 }]],
      ],
    );
  },
);

onEachEngine('Values count in the order workspace, tag, project and policy set', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'everywhere', [await newLimitedPolicy(home)], { global: true });
  const limit = await newParameter(home, set, { key: 'limit', value: '-1' });
  const project = await newProject(home, 'Shop', { tags: { tier: 'low' } });
  const workspace = await newWorkspace(home, 'web', { project, tags: { env: 'prod' } });
  const seen: unknown[] = [];
  const look = async () => seen.push((await outcomeIn(world, home, workspace)).output[0]);

  await look();
  await newOverride(home, limit, { value: '-2' }, { project: { data: { id: project, type: 'projects' } } });
  await look();
  await newOverride(home, limit, { value: '-3', 'tag-key': 'tier' });
  await look();
  await newOverride(home, limit, { value: '-4', 'tag-key': 'tier', 'tag-value': 'low' });
  await newOverride(home, limit, { value: '-9', 'tag-key': 'tier', 'tag-value': 'high' });
  await look();
  await newOverride(home, limit, { value: '-4', 'tag-key': 'env', 'tag-value': 'prod' });
  await look();
  await newOverride(home, limit, { value: '-5' }, inWorkspace(workspace));
  await look();

  assert.deepEqual(
    seen,
    [-1, -2, -3, -4, -4, -5].map((value) => ({ limit: value })),
  );
});

onEachEngine(
  'Without a registered workspace, what the client claims chooses no value (order of values)',
  async (world) => {
    const home = await world.home();
    const set = await opaSet(home, 'everywhere', [await newLimitedPolicy(home)], { global: true });
    const limit = await newParameter(home, set, { key: 'limit', value: '0' });
    const project = await newProject(home, 'Shop', { tags: { tier: 'low' } });
    const prod = await newWorkspace(home, 'prod', { project, tags: { env: 'prod' } });
    await newOverride(home, limit, { value: '20' }, { project: { data: { id: project, type: 'projects' } } });
    await newOverride(home, limit, { value: '20', 'tag-key': 'env' });
    await newOverride(home, limit, { value: '20', 'tag-key': 'tier' });
    await newOverride(home, limit, { value: '20' }, inWorkspace(prod));
    const { client } = await newMember(world, home);
    const claims = { tags: [{ key: 'env', value: 'prod' }], run: { workspace: { id: prod, name: 'prod' } } };
    const dev = await newWorkspace(home, 'dev');

    const results = [];
    for (const relationships of [{}, { project: { data: { id: project, type: 'projects' } } }, inWorkspace(dev)]) {
      const document = documentOf('policy-evaluations', claims, relationships);
      const path = `/organizations/${home.name}/evaluations`;
      results.push(firstOf(await evaluated({ world, by: { client }, path, document }, creating)));
    }

    assert.deepEqual(
      results.map(({ output }) => output),
      results.map(() => [{ limit: 0 }]),
    );
  },
);

onEachEngine(
  'A policy in two sets is evaluated with the parameters of each, and one that needs a value errs',
  async (world) => {
    const home = await world.home();
    const policy = await newLimitedPolicy(home);
    const [low, high] = [
      await opaSet(home, 'a-low', [policy], { global: true }),
      await opaSet(home, 'b-high', [policy], { global: true }),
    ];
    await opaSet(home, 'c-none', [policy], { global: true });
    await newParameter(home, low, { key: 'limit', value: '0' });
    await newParameter(home, high, { key: 'limit', value: '20' });
    await newParameter(home, high, { key: 'unknown', value: 'x' });

    const { outcomes } = await evaluatedIn(world, home, await newWorkspace(home, 'web'), creating);

    const [inLow, inHigh, inNone] = outcomes.map((_: unknown, index: number) =>
      firstOf({ outcomes: [outcomes[index]] }),
    );
    assert.deepEqual([inLow.status, inLow.output, inHigh.status], ['failed', [{ limit: 0 }], 'passed']);
    assert.equal(inNone.status, 'errored');
    assert.match(inNone.problems[0], /the policy needs the parameter limit, which is not set/);
  },
);

onEachEngine(
  'A sensitive value reaches the policy, and is masked in everything that the evaluation shows',
  async (world) => {
    const home = await world.home();
    const code = `package seen

deny contains message if {
  print("it is", input.parameters.token)
  message := sprintf("the token is %s of length %d", [input.parameters.token, count(input.parameters.token)])
}
`;
    const policy = await newOpaPolicy(home, 'seen', { source: code, rule: 'data.seen.deny' });
    const set = await opaSet(home, 'everywhere', [policy], { global: true });
    const token = await newParameter(home, set, { key: 'token', value: 'swordfish', sensitive: true });
    const workspace = await newWorkspace(home, 'web');
    const usual = await evaluatedIn(world, home, workspace, creating);
    await newOverride(home, token, { value: 'longer-herring' }, inWorkspace(workspace));

    const overridden = await evaluatedIn(world, home, workspace, creating);

    assert.match(JSON.stringify(usual.outcomes), /of length 9/);
    assert.match(JSON.stringify(overridden.outcomes), /of length 14/);
    assert.doesNotMatch(JSON.stringify([usual, overridden]), /swordfish|herring/);
  },
);

onEachEngine('The number of queries for parameters does not depend on the number of sets', async (world) => {
  const home = await world.home();
  const policy = await newLimitedPolicy(home);
  const workspace = await newWorkspace(home, 'web', { tags: { env: 'prod' } });
  const sets = [];
  for (const name of ['a', 'b', 'c']) sets.push(await opaSet(home, name, [policy], { global: true }));
  const queries: unknown[] = [];
  const counted = async () => {
    queries.length = 0;
    await evaluatedIn(world, home, workspace, creating);
    return [parametersOfSets, overridesInPlaces].map((each) => queries.filter((one) => one === each).length);
  };
  watchQueries(world, ({ query }) => queries.push(query));

  const without = await counted();
  for (const set of sets) await newParameter(home, set, { key: 'limit', value: '0' });

  assert.deepEqual(
    [without, await counted()],
    [
      [0, 0],
      [1, 1],
    ],
  );
});

onEachEngine('Two tags that set different values conflict, and the error names both', async (world) => {
  const home = await world.home();
  const policies = [await newLimitedPolicy(home), await newOpaPolicy(home, 'other')];
  const set = await opaSet(home, 'everywhere', policies, { global: true });
  const limit = await newParameter(home, set, { key: 'limit', value: '2' });
  const workspace = await newWorkspace(home, 'web', { tags: { env: 'prod', tier: 'low' } });
  await newOverride(home, limit, { value: '3', 'tag-key': 'tier' });
  await newOverride(home, limit, { value: '4', 'tag-key': 'env', 'tag-value': 'prod' });

  const { outcomes } = await evaluatedIn(world, home, workspace, creating);

  const [limited, other] = outcomes[0].attributes.outcomes;
  assert.deepEqual([limited.status, other.status], ['errored', 'failed']);
  assert.match(limited.problems[0], /The tags env=prod and tier set different values of the parameter limit\./);
});
