// Tests that a client's unverified claims about a run's workspace or project can add policy sets to an evaluation but
// never exclude any.
import assert from 'node:assert/strict';
import { documentOf, pointers } from '../../../../test/support/documents.ts';
import { creating, evaluated, inWorkspace, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { newMember } from '../../../../test/support/members.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

/** Code of a policy that outputs the tags and the project in its input. */
const seen = `package seen

deny contains [input.run.workspace.tag_bindings, input.run.project.name]
`;

const select = (home: Home, set: string, [key, value]: readonly [string, string], isExclude: boolean) =>
  home.client.post(`/policy-sets/${set}/tag-selectors`, {
    data: [{ 'tag-key': key, 'tag-value': value, 'is-exclude': isExclude }],
  });

const inProject = (id: string) => ({ project: { data: { id, type: 'projects' } } });

/**
 * Returns an organization with a single global policy set, which excludes sandboxes, and a member without any
 * permission.
 */
const withSandbox = async (world: World) => {
  const home = await world.home();
  const project = await newProject(home, 'Sandbox', { tags: { tier: 'low' } });
  const workspace = await newWorkspace(home, 'prod', { tags: { env: 'prod' } });
  const policy = await newOpaPolicy(home, 'seen', { source: seen, rule: 'data.seen.deny' });
  const everywhere = await opaSet(home, 'everywhere', [policy], { global: true });
  await select(home, everywhere, ['env', 'sandbox'], true);
  await select(home, everywhere, ['tier', 'low'], true);
  await home.client.post(`/policy-sets/${everywhere}/relationships/project-exclusions`, {
    data: [{ id: project, type: 'projects' }],
  });
  const { client } = await newMember(world, home);
  const evaluate = (attributes: object, relationships: object = {}) => {
    const document = documentOf('policy-evaluations', attributes, relationships);
    return evaluated({ world, by: { client }, path: `/organizations/${home.name}/evaluations`, document }, creating);
  };
  return { home, project, workspace, evaluate };
};

const sandbox = [{ key: 'env', value: 'sandbox' }];

onEachEngine(
  'Tags from a client exclude no set from a registered workspace, and policies do not see them',
  async (world) => {
    const { workspace, evaluate } = await withSandbox(world);

    const { attributes, outcomes } = await evaluate({ tags: sandbox }, inWorkspace(workspace));

    assert.equal(attributes.status, 'failed');
    assert.deepEqual(outcomes[0].attributes.outcomes[0].output, [[{ env: 'prod' }, 'Default Project']]);
    assert.match(attributes.notices[0], /^This evaluation does not count for the workspace prod/);
    assert.deepEqual(attributes.notices.slice(1), [
      'The client sent the tags env=sandbox, which were ignored. Policies see the registered tags of the workspace prod instead.',
    ]);
  },
);

onEachEngine(
  'Without a workspace, tags and project exclude no set, and a notice lists the unverified values',
  async (world) => {
    const { home, project, evaluate } = await withSandbox(world);
    const tagged = await opaSet(home, 'tagged', [await newOpaPolicy(home, 'tagged')]);
    await select(home, tagged, ['env', 'sandbox'], false);

    const claimed = await evaluate({
      tags: sandbox,
      run: { workspace: { name: 'toy' }, project: { name: 'Sandbox' } },
    });
    const ofProject = await evaluate({ tags: [{ key: 'tier', value: 'high' }] }, inProject(project));

    const setsIn = ({ outcomes }: typeof claimed) =>
      outcomes.map(({ attributes }: { attributes: Record<string, unknown> }) => attributes['policy-set-name']);
    assert.deepEqual([claimed.attributes.status, setsIn(claimed)], ['failed', ['everywhere', 'tagged']]);
    assert.deepEqual(claimed.attributes.notices, [
      'No workspace was named, so these values from the client are not verified: the tags env=sandbox; input.run.workspace; input.run.project.',
    ]);
    assert.deepEqual([ofProject.attributes.status, setsIn(ofProject)], ['failed', ['everywhere']]);
    assert.deepEqual(ofProject.outcomes[0].attributes.outcomes[0].output, [[{ tier: 'low' }, 'Sandbox']]);
  },
);

/** Code of a policy that outputs the run in its input. */
const seenRun = `package seen

deny contains {"run": object.remove(input.run, ["workspace", "project", "organization"])}
`;

onEachEngine('Clients cannot set the creator and time of a run in a registered workspace', async (world) => {
  const home = await world.home();
  const workspace = await newWorkspace(home, 'prod');
  const policy = await newOpaPolicy(home, 'seen', { source: seenRun, rule: 'data.seen.deny' });
  await opaSet(home, 'everywhere', [policy], { global: true });
  const claims = {
    created_at: '2001-01-01T00:00:00Z',
    created_by: { username: 'root' },
    id: 'run-1',
    is_destroy: true,
  };
  const evaluate = (relationships: object) => {
    const document = documentOf('policy-evaluations', { run: claims }, relationships);
    return evaluated({ world, by: home, path: `/organizations/${home.name}/evaluations`, document }, creating);
  };

  const registered = await evaluate(inWorkspace(workspace));
  const nowhere = await evaluate({});

  const runIn = ({ outcomes }: typeof registered) => outcomes[0].attributes.outcomes[0].output[0].run;
  const { id, username } = home.owner.user;
  const created_at = registered.attributes['created-at'];
  assert.deepEqual(runIn(registered), { id: 'run-1', is_destroy: true, created_by: { id, username }, created_at });
  assert.deepEqual(registered.attributes.notices, [
    'These values from the client were ignored: input.run.created_at, input.run.created_by. Policies see the creator and creation time of this evaluation instead.',
    'These values come from the client and are not verified: input.run.id, input.run.is_destroy.',
  ]);
  assert.deepEqual(runIn(nowhere), claims);
});

onEachEngine('Registered properties of a workspace exclude sets', async (world) => {
  const { home, project, evaluate } = await withSandbox(world);
  const [tagged, inside] = [
    await newWorkspace(home, 'toy', { tags: { env: 'sandbox' } }),
    await newWorkspace(home, 'inside', { project }),
  ];

  const answers = [await evaluate({}, inWorkspace(tagged)), await evaluate({}, inWorkspace(inside))];

  assert.deepEqual(
    answers.map(({ attributes }) => [attributes.status, attributes['nothing-evaluated'], attributes.notices[0]]),
    [1, 2].map(() => ['passed', true, 'No policy set applies: nothing was evaluated.']),
  );
});

onEachEngine('An organization can require a workspace for every evaluation', async (world) => {
  const { home, project, workspace } = await withSandbox(world);
  const set = (await home.client.get(`/organizations/${home.name}/policy-sets`)).body.data[0].id;
  const paths = [`/organizations/${home.name}/evaluations`, `/policy-sets/${set}/evaluations`];

  const changed = await home.client.patch(
    `/organizations/${home.name}`,
    documentOf('organizations', { 'evaluation-workspace-required': true }),
  );
  const answers = await Promise.all(
    paths.flatMap((path) =>
      [{}, inProject(project), inWorkspace(workspace)].map((relationships) =>
        home.client.post(path, documentOf('policy-evaluations', {}, relationships)),
      ),
    ),
  );

  assert.equal(changed.body.data.attributes['evaluation-workspace-required'], true);
  const place = '/data/relationships/workspace';
  assert.deepEqual(
    answers.map((answer) => [answer.status, ...(answer.status === 422 ? pointers(answer) : [])]),
    [[422, place], [422, place], [201], [422, place], [422, place], [201]],
  );
});
