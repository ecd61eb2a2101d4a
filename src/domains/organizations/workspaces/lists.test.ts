import assert from 'node:assert/strict';
import { namesIn } from '../../../../test/support/documents.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const list = ({ client, name }: Home, query = '') => client.get(`/organizations/${name}/workspaces?${query}`);

onEachEngine('Workspaces are listed by name, page by page, and searched', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  for (const name of ['app-prod', 'app-dev', 'Net_prod']) await newWorkspace(home, name);
  await newWorkspace(other, 'elsewhere');
  const named = async (query: string) => namesIn(await list(home, query));

  assert.deepEqual(await named(''), ['Net_prod', 'app-dev', 'app-prod']);
  assert.deepEqual(await named('sort=-name'), ['app-prod', 'app-dev', 'Net_prod']);
  assert.deepEqual(await named('page[size]=2&page[number]=2'), ['app-prod']);
  assert.deepEqual(await named('search[name]=PROD'), ['Net_prod', 'app-prod']);
  assert.deepEqual(await named('search[name]=*'), []);
  assert.deepEqual(await named('search[wildcard-name]=*-prod'), ['app-prod']);
  assert.deepEqual(await named('search[wildcard-name]=app-*'), ['app-dev', 'app-prod']);
  assert.deepEqual(await named('search[wildcard-name]=net_p*'), ['Net_prod']);
  assert.deepEqual(await named('filter[current-run][status]=applied'), []);
  assert.equal((await list(home, 'sort=status')).status, 400);
});

onEachEngine('Workspaces are filtered by project and by tags, those of the project included', async (world) => {
  const home = await world.home();
  const project = await newProject(home, 'net', { tags: { team: 'net', env: 'prod' } });
  await newWorkspace(home, 'inherits', { project });
  await newWorkspace(home, 'overrides', { project, tags: { env: 'dev', flat: '' } });
  await newWorkspace(home, 'alone', { tags: { flat: '' } });
  const named = async (query: string) => namesIn(await list(home, query));

  assert.deepEqual(await named(`filter[project][id]=${project}`), ['inherits', 'overrides']);
  assert.deepEqual(await named('filter[tagged][0][key]=env&filter[tagged][0][value]=prod'), ['inherits']);
  assert.deepEqual(await named('filter[tagged][0][key]=env&filter[tagged][1][key]=team'), ['inherits', 'overrides']);
  assert.deepEqual(await named('search[tags]=flat'), ['alone', 'overrides']);
  assert.deepEqual(await named('search[tags]=flat,team'), ['overrides']);
  assert.deepEqual(await named('search[exclude-tags]=team'), ['alone']);
  assert.deepEqual(await named('search[tags]=flat&search[exclude-tags]=env'), ['alone']);
});

onEachEngine('An include brings projects, organizations and tags, each once', async (world) => {
  const home = await world.home();
  const project = await newProject(home, 'net', { tags: { team: 'net' } });
  await newWorkspace(home, 'one', { project, tags: { env: 'dev' } });
  await newWorkspace(home, 'two', { project });

  const listed = await list(home, 'include=project,organization,effective_tag_bindings');
  const unknown = await list(home, 'include=nothing');

  const types = listed.body.included.map(({ type }: { type: string }) => type).toSorted();
  assert.deepEqual(types, ['effective-tag-bindings', 'effective-tag-bindings', 'organizations', 'projects']);
  assert.equal(unknown.status, 400);
});

onEachEngine('Includes of runs and state that released clients send are accepted and empty', async (world) => {
  const home = await world.home();
  await newWorkspace(home, 'one');
  const names = [
    'current_configuration_version',
    'current_configuration_version.ingress_attributes',
    'current_run',
    'current_run.plan',
    'current_run.configuration_version',
    'current_run.configuration_version.ingress_attributes',
    'locked_by',
    'readme',
    'outputs',
    'current-state-version',
  ];

  const each = await Promise.all(names.map((name) => list(home, `include=${name}`)));
  const together = await list(home, `include=project,${names.join(',')}`);

  assert.deepEqual(
    each.map(({ status, body }) => [status, body.included]),
    names.map(() => [200, []]),
  );
  assert.deepEqual(
    together.body.included.map(({ type }: { type: string }) => type),
    ['projects'],
  );
});
