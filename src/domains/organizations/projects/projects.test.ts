import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, namesIn, pointers } from '../../../../test/support/documents.ts';
import { newProject, newWorkspace, tagBindings } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const project = (attributes: object, relationships?: object) => documentOf('projects', attributes, relationships);

const list = ({ client, name }: Home, query = '') => client.get(`/organizations/${name}/projects?${query}`);

onEachEngine('Every new organization has a default project that cannot be deleted', async (world) => {
  const home = await world.home();

  const listed = await list(home);
  const [{ id }] = listed.body.data;
  const refused = await home.client.delete(`/projects/${id}`);
  const renamed = await home.client.patch(`/projects/${id}`, project({ name: 'Platform team' }));

  assert.deepEqual(namesIn(listed), ['Default Project']);
  assert.deepEqual(
    [refused.status, details(refused)],
    [422, ['The default project cannot be deleted: make another project the default project first']],
  );
  assert.deepEqual([renamed.status, renamed.body.data.attributes.name], [200, 'Platform team']);
  assert.equal(renamed.body.data.attributes.permissions['can-destroy'], false);
});

onEachEngine('A project is created, found by identifier and by name, changed and deleted', async (world) => {
  const home = await world.home();
  const base = `/organizations/${home.name}/projects`;

  const created = await home.client.post(base, project({ name: 'Network 2', description: 'Routers.' }));
  const { id } = created.body.data;
  const [shown, named] = [await home.client.get(`/projects/${id}`), await home.client.get(`${base}/Network%202`)];
  const changed = await home.client.patch(`${base}/Network%202`, project({ name: 'Edge', description: null }));
  const deleted = await home.client.delete(`/projects/${id}`);

  assert.equal(created.status, 201);
  assert.deepEqual(shown.body, created.body);
  assert.deepEqual(named.body, created.body);
  assert.deepEqual(created.body.data.relationships.organization.data, { id: home.name, type: 'organizations' });
  assert.deepEqual([changed.body.data.attributes.name, changed.body.data.attributes.description], ['Edge', null]);
  assert.deepEqual([deleted.status, (await home.client.get(`/projects/${id}`)).status], [204, 404]);
  assert.deepEqual(
    (await auditOf(world, id)).map(({ action, change }) => ({ action, ...change })),
    [
      { action: 'project.create', before: null, after: { name: 'Network 2', description: 'Routers.', tags: {} } },
      {
        action: 'project.update',
        before: { name: 'Network 2', description: 'Routers.', tags: {} },
        after: { name: 'Edge', description: null, tags: {} },
      },
      { action: 'project.delete', before: { name: 'Edge', description: null }, after: null },
    ],
  );
});

onEachEngine('A project with workspaces cannot be deleted', async (world) => {
  const home = await world.home();
  const id = await newProject(home, 'full');
  const workspace = await newWorkspace(home, 'inside', { project: id });

  const refused = await home.client.delete(`/projects/${id}`);
  await home.client.delete(`/workspaces/${workspace}`);
  const deleted = await home.client.delete(`/projects/${id}`);

  assert.deepEqual(
    [refused.status, details(refused)],
    [422, ['A project with workspaces cannot be deleted: move or delete its workspaces first']],
  );
  assert.equal(deleted.status, 204);
});

onEachEngine('Project names that are taken or have invalid characters are refused', async (world) => {
  const home = await world.home();
  const base = `/organizations/${home.name}/projects`;
  await newProject(home, 'taken');

  const taken = await home.client.post(base, project({ name: 'taken' }));
  const inOtherCase = await home.client.patch(`${base}/taken`, project({ name: 'default project' }));
  const refused = await Promise.all(
    ['', ' blank', 'blank ', 'a/b', 'x'.repeat(256)].map((name) => home.client.post(base, project({ name }))),
  );

  for (const answer of [taken, inOtherCase]) {
    assert.deepEqual([answer.status, details(answer)], [422, ['Name has already been taken']]);
  }
  assert.deepEqual(
    refused.map(({ status }) => status),
    refused.map(() => 422),
  );
  assert.deepEqual(namesIn(await list(home)), ['Default Project', 'taken']);
});

onEachEngine('Projects are listed by name, searched, and filtered by names and tags', async (world) => {
  const home = await world.home();
  await newProject(home, 'beta', { tags: { env: 'prod' } });
  await newProject(home, 'Alpha', { tags: { env: 'dev', team: 'net' } });

  const named = async (query: string) => namesIn(await list(home, query));

  assert.deepEqual(await named(''), ['Alpha', 'Default Project', 'beta']);
  assert.deepEqual(await named('q=ALP'), ['Alpha']);
  assert.deepEqual(await named('search[name]=%25'), []);
  assert.deepEqual(await named('filter[names]=BETA,default%20project,none'), ['Default Project', 'beta']);
  assert.deepEqual(await named('filter[tagged][0][key]=env'), ['Alpha', 'beta']);
  assert.deepEqual(await named('filter[tagged][0][key]=env&filter[tagged][0][value]=prod'), ['beta']);
  assert.deepEqual(await named('filter[tagged][0][key]=env&filter[tagged][1][key]=team'), ['Alpha']);
  assert.deepEqual(await named('filter[tagged][0][key]=%00'), []);
});

onEachEngine('Project settings that require a runner are refused', async (world) => {
  const home = await world.home();
  const base = `/organizations/${home.name}/projects`;

  const refused = await home.client.post(
    base,
    project({ name: 'p', 'default-execution-mode': 'agent', 'default-agent-pool-id': 'apool-1' }),
  );
  const created = await home.client.post(
    base,
    project({ name: 'p', 'default-execution-mode': 'local' }, { 'tag-bindings': tagBindings({ a: '' }) }),
  );

  assert.equal(refused.status, 422);
  assert.deepEqual(pointers(refused).toSorted(), [
    '/data/attributes/default-agent-pool-id',
    '/data/attributes/default-execution-mode',
  ]);
  assert.equal(created.status, 201);
});
