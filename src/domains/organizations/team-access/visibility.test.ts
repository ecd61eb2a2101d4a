// Workspaces and projects that are visible to members of teams with access to single workspaces and projects.
import assert from 'node:assert/strict';
import { namesIn } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { grantAccess } from '../../../../test/support/team-access.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

type Client = Home['client'];

/**
 * Creates three projects with two workspaces each, a team with access to all of `shop` and to one workspace of `net`,
 * and a member of this team.
 */
const divided = async (world: World) => {
  const home = await world.home();
  const [shop, net, hidden] = [
    await newProject(home, 'shop', { tags: { env: 'prod' } }),
    await newProject(home, 'net', { tags: { env: 'dev' } }),
    await newProject(home, 'hidden', { tags: { env: 'prod' } }),
  ];
  const workspaces = {
    cart: await newWorkspace(home, 'cart', { project: shop }),
    stock: await newWorkspace(home, 'stock', { project: shop }),
    edge: await newWorkspace(home, 'edge', { project: net, tags: { env: 'prod' } }),
    core: await newWorkspace(home, 'core', { project: net }),
    vault: await newWorkspace(home, 'vault', { project: hidden }),
    keys: await newWorkspace(home, 'keys', { project: hidden }),
  };
  for (const [workspace, names] of [
    [workspaces.cart, ['blue']],
    [workspaces.edge, ['blue']],
    [workspaces.core, ['blue', 'red']],
    [workspaces.vault, ['blue']],
  ] as const)
    await home.client.post(`/workspaces/${workspace}/relationships/tags`, {
      data: names.map((name) => ({ type: 'tags', attributes: { name } })),
    });
  const team = await newTeam(world, home, []);
  const reader = await newMember(world, home, team);
  return { home, team, reader, client: reader.client, projects: { shop, net, hidden }, workspaces };
};

const granted = async (world: World) => {
  const scene = await divided(world);
  const { home, team, projects, workspaces } = scene;
  await grantAccess(world, home, { team, project: projects.shop });
  await grantAccess(world, home, { team, workspace: workspaces.edge });
  return scene;
};

const statusesOf = async (client: Client, paths: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(paths).map(async ([name, path]) => [name, (await client.get(path)).status])),
  );

const pathsTo = (type: 'workspaces' | 'projects', ids: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, `/${type}/${id}`]));

onEachEngine('A member sees the workspaces and projects to which a team has access', async (world) => {
  const { home, team, client, projects, workspaces } = await divided(world);
  const before = await statusesOf(client, { ...pathsTo('workspaces', workspaces), ...pathsTo('projects', projects) });
  await grantAccess(world, home, { team, project: projects.shop });
  await grantAccess(world, home, { team, workspace: workspaces.edge });
  const token = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const byName = Object.fromEntries(
    Object.keys(workspaces).map((name) => [name, `/organizations/${home.name}/workspaces/${name}`]),
  );

  const seen = { cart: 200, stock: 200, edge: 200, core: 404, vault: 404, keys: 404 };
  assert.deepEqual(new Set(Object.values(before)), new Set([404]));
  assert.deepEqual(await statusesOf(client, pathsTo('workspaces', workspaces)), seen);
  assert.deepEqual(await statusesOf(token, pathsTo('workspaces', workspaces)), seen);
  assert.deepEqual(await statusesOf(client, byName), seen);
  assert.deepEqual(await statusesOf(client, pathsTo('projects', projects)), { shop: 200, net: 200, hidden: 404 });
  assert.deepEqual(
    await statusesOf(client, {
      tags: `/workspaces/${workspaces.edge}/effective-tag-bindings`,
      hiddenTags: `/workspaces/${workspaces.core}/effective-tag-bindings`,
      consumers: `/workspaces/${workspaces.edge}/relationships/remote-state-consumers`,
      hiddenConsumers: `/workspaces/${workspaces.core}/relationships/remote-state-consumers`,
    }),
    { tags: 200, hiddenTags: 404, consumers: 200, hiddenConsumers: 404 },
  );
});

onEachEngine('Lists, filters, totals and includes contain only what the member can read', async (world) => {
  const { home, client, projects } = await granted(world);
  const list = (type: 'workspaces' | 'projects', query = '') =>
    client.get(`/organizations/${home.name}/${type}?${query}`);
  const listed = async (query: string) => {
    const answer = await list('workspaces', query);
    return [...namesIn(answer), answer.body.meta.pagination['total-count']];
  };

  assert.deepEqual(await listed(''), ['cart', 'edge', 'stock', 3]);
  assert.deepEqual(await listed('sort=-name'), ['stock', 'edge', 'cart', 3]);
  assert.deepEqual(await listed('page[size]=2'), ['cart', 'edge', 3]);
  assert.deepEqual(await listed('page[size]=2&page[number]=2'), ['stock', 3]);
  assert.deepEqual(await listed('search[name]=E'), ['edge', 1]);
  assert.deepEqual(await listed('search[wildcard-name]=*o*'), ['stock', 1]);
  assert.deepEqual(await listed(`filter[project][id]=${projects.net}`), ['edge', 1]);
  assert.deepEqual(await listed(`filter[project][id]=${projects.hidden}`), [0]);
  assert.deepEqual(await listed('filter[tagged][0][key]=env&filter[tagged][0][value]=prod'), [
    'cart',
    'edge',
    'stock',
    3,
  ]);
  assert.deepEqual(await listed('search[tags]=red'), [0]);
  assert.deepEqual(await listed('search[exclude-tags]=blue'), ['stock', 1]);
  const searched = await list('projects', 'q=n');
  const including = await list('workspaces', 'include=project');
  assert.deepEqual([...namesIn(searched), searched.body.meta.pagination['total-count']], ['net', 1]);
  assert.deepEqual(namesIn(await list('projects')), ['net', 'shop']);
  assert.deepEqual(
    including.body.included.map(({ id }: { id: string }) => id).toSorted(),
    [projects.net, projects.shop].toSorted(),
  );
});

onEachEngine('Tags in use are those of workspaces that the member can read', async (world) => {
  const { home, client, workspaces } = await granted(world);
  const tagsIn = async (by: Client, query = '') => {
    const { body } = await by.get(`/organizations/${home.name}/tags?${query}`);
    return body.data.map(({ attributes }: { attributes: Readonly<Record<string, unknown>> }) => [
      attributes.name,
      attributes['instance-count'],
    ]);
  };
  const without = (id: string) => `filter[exclude][taggable][id]=${id}`;

  assert.deepEqual(await tagsIn(home.client), [
    ['blue', 4],
    ['red', 1],
  ]);
  assert.deepEqual(await tagsIn(client), [['blue', 2]]);
  assert.deepEqual(await tagsIn(client, 'q=red'), []);
  assert.deepEqual(await tagsIn(client, without(workspaces.edge)), []);
  // Otherwise the list would tell which tags a hidden workspace has.
  assert.deepEqual(await tagsIn(client, without(workspaces.core)), [['blue', 2]]);
});

onEachEngine('Without access to a place, lists are hidden and the organization says so', async (world) => {
  const { home, team, client, projects } = await divided(world);
  const another = await world.home();
  const path = `/organizations/${home.name}`;
  const lists = { workspaces: `${path}/workspaces`, projects: `${path}/projects` };
  const permissions = async () => {
    const { body } = await client.get(path);
    const [listed] = (await client.get('/organizations')).body.data;
    const shown = ({ attributes }: { attributes: { permissions: Readonly<Record<string, boolean>> } }) => [
      attributes.permissions['can-read-workspaces'],
      attributes.permissions['can-read-evaluations'],
    ];
    return [...shown(body.data), ...shown(listed)];
  };

  const before = [await statusesOf(client, lists), await permissions()];
  await grantAccess(world, home, { team, project: projects.hidden });
  const after = [await statusesOf(client, lists), await permissions()];
  const stranger = await statusesOf(another.client, lists);

  assert.deepEqual(before, [{ workspaces: 404, projects: 404 }, [false, false, false, false]]);
  assert.deepEqual(after, [{ workspaces: 200, projects: 200 }, [true, false, true, false]]);
  assert.deepEqual(stranger, { workspaces: 404, projects: 404 });
});

onEachEngine('Access to a place does not change records', async (world) => {
  const { home, team, client, projects, workspaces } = await divided(world);
  await grantAccess(world, home, { team, project: projects.shop, access: 'admin' });
  const renamed = (type: string) => ({ data: { type, attributes: { name: 'other' } } });
  const moved = { data: [{ type: 'workspaces', id: workspaces.cart }] };
  const tags = { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'dev' } }] };

  const answers = [
    await client.patch(`/workspaces/${workspaces.cart}`, renamed('workspaces')),
    await client.patch(`/projects/${projects.shop}`, renamed('projects')),
    await client.patch(`/workspaces/${workspaces.cart}/tag-bindings`, tags),
    await client.patch(`/projects/${projects.shop}/tag-bindings`, tags),
    await client.post(`/projects/${projects.shop}/relationships/workspaces`, moved),
    await client.delete(`/workspaces/${workspaces.cart}`),
    await client.delete(`/projects/${projects.shop}`),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 404),
  );
  assert.deepEqual(namesIn(await home.client.get(`/organizations/${home.name}/workspaces?search[name]=cart`)), [
    'cart',
  ]);
});

onEachEngine('Access ends with the membership in the team and with the project of the workspace', async (world) => {
  const { home, client, team, projects, workspaces } = await granted(world);
  const listed = async () => namesIn(await client.get(`/organizations/${home.name}/workspaces`));

  await home.client.post(`/projects/${projects.net}/relationships/workspaces`, {
    data: [{ type: 'workspaces', id: workspaces.cart }],
  });
  const moved = await listed();
  await home.client.delete(`/teams/${team}`);

  assert.deepEqual(moved, ['edge', 'stock']);
  assert.equal((await client.get(`/workspaces/${workspaces.edge}`)).status, 404);
});
