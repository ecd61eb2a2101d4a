import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const workspace = (attributes: object, relationships?: object) => documentOf('workspaces', attributes, relationships);
const inProject = (id: string) => ({ project: { data: { type: 'projects', id } } });

onEachEngine('A workspace is registered, found by identifier and by name, changed and deleted', async (world) => {
  const home = await world.home();
  const base = `/organizations/${home.name}/workspaces`;
  const project = await newProject(home, 'net');

  const created = await home.client.post(base, workspace({ name: 'edge', description: 'Routers.' }));
  const { id } = created.body.data;
  const [shown, named] = [await home.client.get(`/workspaces/${id}`), await home.client.get(`${base}/edge`)];
  const changed = await home.client.patch(`${base}/edge`, workspace({ name: 'core' }, inProject(project)));
  const deleted = await home.client.post(`/workspaces/${id}/actions/safe-delete`);

  assert.equal(created.status, 201);
  assert.deepEqual(shown.body, created.body);
  assert.deepEqual(named.body, created.body);
  assert.equal(created.body.data.attributes['execution-mode'], 'local');
  const first = created.body.data.relationships.project.data.id;
  assert.deepEqual(changed.body.data.relationships.project.data, { id: project, type: 'projects' });
  assert.deepEqual([deleted.status, (await home.client.get(`/workspaces/${id}`)).status], [204, 404]);
  const core = { name: 'core', description: 'Routers.', project };
  assert.deepEqual(
    (await auditOf(world, id)).map(({ action, change }) => ({ action, ...change })),
    [
      {
        action: 'workspace.create',
        before: null,
        after: { name: 'edge', description: 'Routers.', project: first, tags: {} },
      },
      {
        action: 'workspace.update',
        before: { name: 'edge', description: 'Routers.', project: first, tags: {} },
        after: { ...core, tags: {} },
      },
      { action: 'workspace.delete', before: core, after: null },
    ],
  );
});

onEachEngine('An update of a workspace that changes nothing leaves its time and the audit record', async (world) => {
  const home = await world.home();
  const id = await newWorkspace(home, 'same', { tags: { env: 'prod' } });
  const before = await home.client.get(`/workspaces/${id}`);
  world.advance(60_000);

  const updated = await home.client.patch(`/workspaces/${id}`, workspace({ name: 'same' }));

  assert.deepEqual(updated.body, before.body);
  assert.equal((await auditOf(world, id)).length, 1);
});

onEachEngine('A workspace cannot get a taken name or a project of another organization', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const base = `/organizations/${home.name}/workspaces`;
  await newWorkspace(home, 'taken');
  const foreign = await newProject(other, 'foreign');

  const taken = await home.client.post(base, workspace({ name: 'taken' }));
  const inOtherCase = await home.client.post(base, workspace({ name: 'Taken' }));
  const renamed = await home.client.patch(`${base}/taken`, workspace({ name: 'TAKEN' }));
  const [unknown, theirs] = await Promise.all(
    ['prj-unknown', foreign].map((id) => home.client.post(base, workspace({ name: 'new' }, inProject(id)))),
  );

  for (const answer of [taken, inOtherCase]) {
    assert.deepEqual([answer.status, details(answer)], [422, ['Name has already been taken']]);
  }
  assert.deepEqual([renamed.status, renamed.body.data.attributes.name], [200, 'TAKEN']);
  for (const answer of [unknown, theirs]) {
    assert.equal(answer?.status, 422);
    assert.deepEqual(answer && pointers(answer), ['/data/relationships/project/data/id']);
  }
});

onEachEngine('Features that require a service that runs plans are refused with an explanation', async (world) => {
  const home = await world.home();
  const base = `/organizations/${home.name}/workspaces`;
  const id = await newWorkspace(home, 'local');
  const detail = 'Tipstaff does not store state or execute runs: run plan and apply in your own environment';

  const attributes = { name: 'x', 'vcs-repo': { identifier: 'a/b' }, 'agent-pool-id': 'apool-1', operations: true };
  const refused = await home.client.post(base, workspace({ ...attributes, 'execution-mode': 'remote' }));
  const integration = await home.client.request('POST', base, {
    json: workspace({ name: 'x' }),
    headers: { 'x-terraform-integration': 'cloud' },
  });
  const [run, configuration, state, lock, current, outputs] = await Promise.all([
    home.client.post('/runs', documentOf('runs', {})),
    home.client.post(`/workspaces/${id}/configuration-versions`, documentOf('configuration-versions', {})),
    home.client.post(`/workspaces/${id}/state-versions`, documentOf('state-versions', {})),
    home.client.post(`/workspaces/${id}/actions/lock`),
    home.client.get(`/workspaces/${id}/current-state-version`),
    home.client.get(`/workspaces/${id}/current-state-version-outputs`),
  ]);
  const harmless = await home.client.post(base, workspace({ name: 'x', 'execution-mode': 'local', 'vcs-repo': null }));
  const empty = await home.client.post(base, workspace({ name: 'y', 'vcs-repo': {} }));

  assert.deepEqual(pointers(refused).toSorted(), [
    '/data/attributes/agent-pool-id',
    '/data/attributes/execution-mode',
    '/data/attributes/operations',
    '/data/attributes/vcs-repo',
  ]);
  for (const answer of [integration, run, configuration, state, lock, current, outputs]) {
    assert.deepEqual([answer?.status, answer && details(answer)], [422, [detail]]);
  }
  assert.deepEqual([harmless.status, empty.status], [201, 201]);
});

onEachEngine('Workspaces are for members with a permission to read or manage them', async (world) => {
  const home = await world.home();
  const id = await newWorkspace(home, 'seen');
  const reader = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-workspaces']));
  const plain = await newMember(world, home);

  const [read, listed, written, managed, hidden] = await Promise.all([
    reader.client.get(`/workspaces/${id}`),
    reader.client.get(`/organizations/${home.name}/workspaces`),
    reader.client.patch(`/workspaces/${id}`, workspace({ description: 'x' })),
    manager.client.patch(`/workspaces/${id}`, workspace({ description: 'y' })),
    plain.client.get(`/workspaces/${id}`),
  ]);

  assert.deepEqual([read.status, listed.status, written.status], [200, 200, 404]);
  assert.deepEqual([managed.status, hidden.status], [200, 404]);
  assert.equal(read.body.data.attributes.permissions['can-update'], false);
  assert.equal(managed.body.data.attributes.permissions['can-update'], true);
});

onEachEngine(
  'In the Terraform vocabulary, a workspace stores run attributes that clients set',
  async (world) => {
    const home = await world.home();
    const base = `/organizations/${home.name}/workspaces`;

    const created = await home.client.post(base, workspace({ name: 'kept', 'auto-apply': true }));
    const path = `/workspaces/${created.body.data.id}`;
    const changed = await home.client.patch(path, workspace({ 'trigger-patterns': ['**/*.tf'], 'auto-apply': false }));
    const prefixed = await home.client.patch(path, workspace({ 'trigger-prefixes': ['modules/'] }));
    const untouched = await home.client.patch(path, workspace({ 'trigger-patterns': [] }));
    const timed = await home.client.patch(path, workspace({ 'auto-destroy-at': '2031-05-06T07:08:09.000Z' }));
    const idle = await home.client.patch(path, workspace({ 'auto-destroy-activity-duration': '14d' }));
    const refused = await home.client.patch(path, workspace({ 'auto-apply': 'yes' }));

    const { attributes } = created.body.data;
    assert.deepEqual([attributes['auto-apply'], attributes['allow-destroy-plan']], [true, true]);
    assert.deepEqual(changed.body.data.attributes['trigger-patterns'], ['**/*.tf']);
    assert.equal(changed.body.data.attributes['auto-apply'], false);
    const triggers = [changed, prefixed, untouched].map(({ body }) => [
      body.data.attributes['trigger-patterns'],
      body.data.attributes['trigger-prefixes'],
    ]);
    assert.deepEqual(triggers, [
      [['**/*.tf'], []],
      [[], ['modules/']],
      [[], ['modules/']],
    ]);
    assert.equal(timed.body.data.attributes['auto-destroy-at'], '2031-05-06T07:08:09.000Z');
    assert.deepEqual(
      [idle.body.data.attributes['auto-destroy-at'], idle.body.data.attributes['auto-destroy-activity-duration']],
      [null, '14d'],
    );
    assert.deepEqual(pointers(refused), ['/data/attributes/auto-apply']);
  },
  { environment: { TIPSTAFF_VOCABULARY: 'terraform' } },
);

onEachEngine('Workspaces are moved into a project together, or not at all if one is unknown', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const project = await newProject(home, 'net');
  const ids = [await newWorkspace(home, 'edge'), await newWorkspace(home, 'core', { project })];
  const foreign = await newWorkspace(other, 'foreign');
  const path = `/projects/${project}/relationships/workspaces`;
  const into = (...each: readonly string[]) => ({ data: each.map((id) => ({ type: 'workspaces', id })) });
  const projectsOf = async () =>
    Promise.all(ids.map(async (id) => (await home.client.get(`/workspaces/${id}`)).body.data.relationships.project));

  const refused = await home.client.post(path, into(ids[0] ?? '', foreign));
  const before = await projectsOf();
  const moved = await home.client.post(path, into(...ids));

  assert.deepEqual([refused.status, pointers(refused)], [422, ['/data/1/id']]);
  assert.notEqual(before[0].data.id, project);
  assert.equal(moved.status, 204);
  assert.deepEqual(
    (await projectsOf()).map(({ data }) => data.id),
    [project, project],
  );
  const records = (await auditOf(world, ids[0] ?? '')).map(({ change }) => change.after?.project);
  assert.deepEqual(records, [before[0].data.id, project]);
  assert.equal((await auditOf(world, ids[1] ?? '')).length, 1);
});

onEachEngine(
  'In the Terraform vocabulary, a workspace has links by name, and its mode and pool are overwritten together',
  async (world) => {
    const home = await world.home();
    const base = `/organizations/${home.name}/workspaces`;
    const overwritesIn = ({ body }: Answer) => body.data.attributes['setting-overwrites'];

    const plain = await home.client.post(base, workspace({ name: 'edge' }));
    const own = await home.client.patch(`${base}/edge`, workspace({ 'execution-mode': 'local' }));
    const kept = await home.client.patch(`${base}/edge`, workspace({ description: 'x' }));
    const inherited = await home.client.patch(
      `${base}/edge`,
      workspace({ 'setting-overwrites': { 'execution-mode': false } }),
    );
    const project = await home.client.post(
      `/organizations/${home.name}/projects`,
      documentOf('projects', { name: 'net', 'default-execution-mode': 'local' }),
    );

    const { links } = plain.body.data;
    assert.deepEqual(links, { self: `/api/v2${base}/edge`, 'self-html': `/app/${home.name}/workspaces/edge` });
    assert.deepEqual([plain, own, kept, inherited].map(overwritesIn), [
      { 'execution-mode': false, 'agent-pool': false },
      { 'execution-mode': true, 'agent-pool': true },
      { 'execution-mode': true, 'agent-pool': true },
      { 'execution-mode': false, 'agent-pool': false },
    ]);
    assert.deepEqual(overwritesIn(project), { 'default-execution-mode': true, 'default-agent-pool': true });
  },
  { environment: { TIPSTAFF_VOCABULARY: 'terraform' } },
);
