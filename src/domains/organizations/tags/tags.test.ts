import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { newProject, newWorkspace, tagBindings } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import { runPlace } from '../workspaces/place.ts';

/** Returns the tags in a response. The keys of the record are the tags' keys. */
const tagsIn = ({ body }: Answer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    body.data.map(({ attributes }: { attributes: { key: string; value: string } }) => [
      attributes.key,
      attributes.value,
    ]),
  );

for (const noun of ['workspace', 'project'] as const) {
  onEachEngine(`Tags of a ${noun} are added, changed, replaced and removed`, async (world) => {
    const home = await world.home();
    const make = noun === 'workspace' ? newWorkspace : newProject;
    const path = `/${noun}s/${await make(home, 'tagged', { tags: { env: 'dev', team: 'net' } })}`;

    const added = await home.client.patch(`${path}/tag-bindings`, tagBindings({ tier: '1', env: 'prod' }));
    const listed = await home.client.get(`${path}/tag-bindings`);
    const paged = await home.client.get(`${path}/tag-bindings?page[size]=1&page[number]=3`);
    const replaced = await home.client.patch(`${path}/relationships/tag-bindings`, tagBindings({ only: '' }));
    const only = await home.client.get(`${path}/tag-bindings`);
    await home.client.patch(path, documentOf(`${noun}s`, {}, { 'tag-bindings': { data: [] } }));
    const none = await home.client.get(`${path}/tag-bindings`);

    assert.equal(added.status, 200);
    assert.deepEqual(tagsIn(added), { env: 'prod', team: 'net', tier: '1' });
    assert.deepEqual(
      [Object.keys(tagsIn(added)), Object.keys(tagsIn(listed))],
      [
        ['tier', 'env', 'team'],
        ['env', 'team', 'tier'],
      ],
    );
    assert.deepEqual(tagsIn(paged), { tier: '1' });
    assert.deepEqual([replaced.status, tagsIn(only), tagsIn(none)], [204, { only: '' }, {}]);
    const records = await auditOf(world, path.slice(path.lastIndexOf('/') + 1));
    assert.deepEqual(
      records.map(({ change }) => change.after?.tags),
      [{ env: 'dev', team: 'net' }, { env: 'prod', team: 'net', tier: '1' }, { only: '' }, {}],
    );
  });
}

onEachEngine('A workspace also has the tags of its project whose keys it does not have', async (world) => {
  const home = await world.home();
  const project = await newProject(home, 'net', { tags: { env: 'prod', team: 'net' } });
  const workspace = await newWorkspace(home, 'edge', { project, tags: { env: 'dev' } });

  const [own, effective, ofProject] = await Promise.all([
    home.client.get(`/workspaces/${workspace}/tag-bindings`),
    home.client.get(`/workspaces/${workspace}/effective-tag-bindings`),
    home.client.get(`/projects/${project}/effective-tag-bindings`),
  ]);

  assert.deepEqual(tagsIn(own), { env: 'dev' });
  assert.deepEqual(tagsIn(effective), { env: 'dev', team: 'net' });
  assert.deepEqual(tagsIn(ofProject), { env: 'prod', team: 'net' });
});

onEachEngine('An effective tag says whether it is inherited from the project', async (world) => {
  const home = await world.home();
  const project = await newProject(home, 'net', { tags: { env: 'prod', team: 'net' } });
  const workspace = await newWorkspace(home, 'edge', { project, tags: { env: 'dev' } });

  const [effective, ofProject, included] = await Promise.all([
    home.client.get(`/workspaces/${workspace}/effective-tag-bindings`),
    home.client.get(`/projects/${project}/effective-tag-bindings`),
    home.client.get(`/workspaces/${workspace}?include=effective-tag-bindings`),
  ]);

  const origins = (tags: readonly { attributes: { key: string }; links?: object; relationships: object }[]) =>
    Object.fromEntries(tags.map(({ attributes, links, relationships }) => [attributes.key, { links, relationships }]));
  const own = { links: undefined, relationships: { 'inherited-from': { data: null } } };
  const inherited = {
    links: { 'inherited-from': `/api/v2/projects/${project}` },
    relationships: { 'inherited-from': { data: { id: project, type: 'projects' } } },
  };
  assert.deepEqual(origins(effective.body.data), { env: own, team: inherited });
  assert.deepEqual(origins(ofProject.body.data), { env: own, team: own });
  assert.deepEqual(origins(included.body.included), { env: own, team: inherited });
});

onEachEngine('Tags without values are added and removed by name', async (world) => {
  const home = await world.home();
  const workspace = await newWorkspace(home, 'edge', { tags: { env: 'dev' } });
  const path = `/workspaces/${workspace}/relationships/tags`;
  const named = (...names: readonly string[]) => ({
    data: names.map((name) => ({ type: 'tags', attributes: { name } })),
  });

  const added = await home.client.post(path, named('blue', 'green', 'env'));
  const shown = await home.client.get(`/workspaces/${workspace}`);
  const listed = await home.client.get(path);
  const removed = await home.client.request('DELETE', path, { json: named('blue', 'unknown') });
  const left = await home.client.get(path);

  assert.deepEqual([added.status, removed.status], [204, 204]);
  assert.deepEqual(shown.body.data.attributes['tag-names'], ['blue', 'env', 'green']);
  const names = ({ body }: Answer) =>
    body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
  assert.deepEqual(
    [names(listed), names(left)],
    [
      ['blue', 'env', 'green'],
      ['env', 'green'],
    ],
  );
});

/** Tags of a workspace, as a user writes them in the configuration of a standard Terraform provider. */
interface Declared {
  readonly tag_names: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
}

const flatTags = (names: readonly string[]) => ({
  data: names.map((name) => ({ type: 'tags', attributes: { name } })),
});

/**
 * Reads a workspace in the way a standard provider does, and sends the attributes that differ from the configuration.
 */
const apply = async ({ client }: Home, id: string, { tag_names, tags }: Declared) => {
  const { body } = await client.get(`/workspaces/${id}?include=effective_tag_bindings`);
  const names: readonly string[] = body.data.attributes['tag-names'];
  const own: Declared['tags'] = Object.fromEntries(
    body.included.flatMap(({ attributes, links }: { attributes: { key: string; value: string }; links?: object }) =>
      Object.keys(links ?? {}).includes('inherited-from') ? [] : [[attributes.key, attributes.value]],
    ),
  );
  const requests: string[] = [];
  const [added, removed] = [
    tag_names.filter((name) => !names.includes(name)),
    names.filter((name) => !tag_names.includes(name)),
  ];
  if (!isDeepStrictEqual({ ...own }, { ...tags })) {
    requests.push('tags');
    await client.patch(`/workspaces/${id}`, documentOf('workspaces', {}, { 'tag-bindings': tagBindings(tags) }));
  }
  if (added.length > 0) {
    requests.push('added');
    await client.post(`/workspaces/${id}/relationships/tags`, flatTags(added));
  }
  if (removed.length > 0) {
    requests.push('removed');
    await client.request('DELETE', `/workspaces/${id}/relationships/tags`, { json: flatTags(removed) });
  }
  return requests;
};

onEachEngine('Flat tags and tags with values on one resource are stable over repeated applies', async (world) => {
  const home = await world.home();
  const project = await newProject(home, 'net', { tags: { team: 'net' } });
  const declared = { tag_names: ['fav'], tags: { env: 'prod' } };
  const relationships = {
    project: { data: { type: 'projects', id: project } },
    tags: flatTags(declared.tag_names),
    'tag-bindings': tagBindings(declared.tags),
  };
  const workspaces = `/organizations/${home.name}/workspaces`;
  const { id } = (await home.client.post(workspaces, documentOf('workspaces', { name: 'shop' }, relationships))).body
    .data;
  const inEffect = async () => {
    const { tags } = await runPlace(world.context.database, { workspace: id, project: null });
    return Object.fromEntries(tags.map(({ key, value }) => [key, value]));
  };

  const applied = [await apply(home, id, declared), await apply(home, id, declared), await apply(home, id, declared)];
  const kept = await inEffect();
  const changed = { tag_names: ['fav', 'env'], tags: { env: 'dev', tier: '' } };
  const change = [await apply(home, id, changed), await apply(home, id, changed)];
  const after = await inEffect();
  const emptied = { tag_names: ['env'], tags: {} };
  const removal = [await apply(home, id, emptied), await apply(home, id, emptied)];
  const left = await inEffect();

  assert.deepEqual(applied, [[], [], []]);
  assert.deepEqual(kept, { team: 'net', env: 'prod', fav: '' });
  assert.deepEqual(change, [['tags', 'added'], []]);
  assert.deepEqual(after, { team: 'net', env: 'dev', fav: '', tier: '' });
  assert.deepEqual(removal, [['tags', 'removed'], []]);
  assert.deepEqual(left, { team: 'net', env: '' });
});

onEachEngine('Too many tags, repeated keys and keys with invalid characters are refused', async (world) => {
  const home = await world.home();
  const path = `/workspaces/${await newWorkspace(home, 'edge')}/tag-bindings`;
  const many = Object.fromEntries(Array.from({ length: 25 }, (_each, index) => [`k${index}`, '']));
  await home.client.patch(path, tagBindings(many));

  const [over, twice, odd, blank] = await Promise.all([
    home.client.patch(path, tagBindings({ another: '' })),
    home.client.patch(path, { data: [...tagBindings({ a: '1' }).data, ...tagBindings({ a: '2' }).data] }),
    home.client.patch(path, tagBindings({ 'two words': '' })),
    home.client.patch(path, tagBindings({ '': '' })),
  ]);

  assert.deepEqual([over?.status, over && details(over)], [422, ['A project or a workspace can have at most 25 tags']]);
  assert.deepEqual(twice && pointers(twice), ['/data/1/attributes/key']);
  assert.deepEqual(odd && pointers(odd), ['/data/0/attributes/key']);
  assert.deepEqual(blank && pointers(blank), ['/data/0/attributes/key']);
  assert.equal(Object.keys(tagsIn(await home.client.get(`${path}?page[size]=100`))).length, 25);
});

onEachEngine('Tags that workspaces have without a value are listed with the number of workspaces', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const named = (...names: readonly string[]) => ({
    data: names.map((name) => ({ type: 'tags', attributes: { name } })),
  });
  const [first, second] = [await newWorkspace(home, 'one', { tags: { env: 'prod' } }), await newWorkspace(home, 'two')];
  await home.client.post(`/workspaces/${first}/relationships/tags`, named('blue', 'net'));
  await home.client.post(`/workspaces/${second}/relationships/tags`, named('blue'));
  await other.client.post(`/workspaces/${await newWorkspace(other, 'one')}/relationships/tags`, named('theirs'));
  const listed = async (parameters: string) => {
    const { body } = await home.client.get(`/organizations/${home.name}/tags?${parameters}`);
    return [
      body.data.map(({ id, attributes }: { id: string; attributes: Record<string, unknown> }) => [
        ...[id, attributes.name, attributes['instance-count']],
      ]),
      body.meta.pagination['total-count'],
    ];
  };

  const blue = ['blue', 'blue', 2];
  assert.deepEqual(await listed(''), [[blue, ['net', 'net', 1]], 2]);
  const { body } = await home.client.get(`/organizations/${home.name}/tags`);
  assert.deepEqual(body.data[0].relationships.organization.data, { id: home.name, type: 'organizations' });
  assert.deepEqual(await listed('q=LU'), [[blue], 1]);
  assert.deepEqual(await listed(`filter[exclude][taggable][id]=${second}`), [[['net', 'net', 1]], 1]);
  const ofFirst = await home.client.get(`/workspaces/${first}/relationships/tags?name=NE`);
  assert.deepEqual(
    ofFirst.body.data.map(({ id }: { id: string }) => id),
    ['net'],
  );
  assert.deepEqual(await listed('page[size]=1&page[number]=2'), [[['net', 'net', 1]], 2]);
});
