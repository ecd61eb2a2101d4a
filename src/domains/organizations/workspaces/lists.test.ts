import assert from 'node:assert/strict';
import { namesIn } from '../../../../test/support/documents.ts';
import { newTeam } from '../../../../test/support/members.ts';
import { grantAccess } from '../../../../test/support/team-access.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import { withValues } from '../../../kernel/page.ts';
import { countAccessible } from './accessible.ts';
import { workspaceList } from './store.ts';

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

onEachEngine('Both ways to find the workspaces of teams return the same pages', async (world) => {
  const home = await world.home();
  const [whole, partial] = [await newProject(home, 'whole'), await newProject(home, 'partial')];
  const teams = [await newTeam(world, home, []), await newTeam(world, home, [])];
  const [first = '', second = ''] = teams;
  for (const name of ['a', 'c', 'e']) await newWorkspace(home, name, { project: whole });
  const single = [];
  for (const name of ['b', 'd', 'f']) single.push(await newWorkspace(home, name, { project: partial }));
  await grantAccess(world, home, { team: first, project: whole });
  await grantAccess(world, home, { team: second, project: whole });
  await grantAccess(world, home, { team: first, workspace: single[0] ?? '' });
  const { database } = world.context;
  const pageOf = async (filter: object, sent: Readonly<Record<string, string>>, number: number) => {
    const request = withValues({ page: { number, size: 2 } }, sent);
    const page = await workspaceList.read(database, request, { organization: home.organization.id, ...filter });
    return [...page.rows.map(({ name }) => name), page.total];
  };
  const pagesOf = async (filter: object) => [
    await pageOf(filter, {}, 1),
    await pageOf(filter, {}, 2),
    await pageOf(filter, { 'search[name]': 'b' }, 1),
    await pageOf(filter, { 'filter[project][id]': partial }, 1),
  ];
  const both = JSON.stringify(teams);

  const [many, few] = [await pagesOf({ accessibleMany: both }), await pagesOf({ accessibleFew: both })];

  assert.deepEqual(many, [
    ['a', 'b', 4],
    ['c', 'e', 4],
    ['b', 1],
    ['b', 1],
  ]);
  assert.deepEqual(few, many);
  assert.equal(await countAccessible(database, both), 4);
  assert.equal(await countAccessible(database, JSON.stringify([second])), 3);
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
