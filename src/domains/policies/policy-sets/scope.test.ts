import assert from 'node:assert/strict';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import { runPlaces } from '../../organizations/index.ts';
import { applicableSets } from '../applicable-sets/applicable-sets.ts';

const listed = async ({ client }: Home, set: string, query = '') => {
  const { status, body } = await client.get(`/policy-sets/${set}/applicable-workspaces${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return { names: namesIn(body.data), total: body.meta.pagination['total-count'] };
};

const namesIn = (shown: readonly { readonly attributes: { readonly name: string } }[]): readonly string[] =>
  shown.map(({ attributes }) => attributes.name);

const selector = (key: string, value: string | null, isExclude = false) => ({
  'tag-key': key,
  'tag-value': value,
  'is-exclude': isExclude,
});

onEachEngine('A set applies to exactly the workspaces whose runs are evaluated with it', async (world) => {
  const home = await world.home();
  const live = await newProject(home, 'live', { tags: { tier: 'prod', team: 'web' } });
  const places = {
    plain: await newWorkspace(home, 'plain'),
    live: await newWorkspace(home, 'live', { project: live }),
    // The workspace's own tag overrides the project's tag with the same key.
    trial: await newWorkspace(home, 'trial', { project: live, tags: { tier: 'test' } }),
    tagged: await newWorkspace(home, 'tagged', { tags: { tier: 'prod' } }),
  };
  // A workspace in another organization, which no set may match.
  const other = await world.home();
  await newWorkspace(other, 'foreign', { tags: { tier: 'prod' } });
  const select = (set: string, selectors: readonly object[]) =>
    home.client.post(`/policy-sets/${set}/tag-selectors`, { data: selectors });
  const relate = (set: string, type: string, to: string, id: string) =>
    home.client.post(`/policy-sets/${set}/relationships/${type}`, identifiers(to, id));
  const sets = {
    none: await newPolicySet(home, 'none'),
    all: await newPolicySet(home, 'all', { global: true }),
    named: await newPolicySet(home, 'named'),
    project: await newPolicySet(home, 'project'),
    any: await newPolicySet(home, 'any'),
    both: await newPolicySet(home, 'both', { 'tag-selector-matching-logic': 'all' }),
    untagged: await newPolicySet(home, 'untagged', { global: true }),
    without: await newPolicySet(home, 'without', { global: true }),
  };
  await relate(sets.named, 'workspaces', 'workspaces', places.plain);
  await relate(sets.project, 'projects', 'projects', live);
  await relate(sets.project, 'workspace-exclusions', 'workspaces', places.trial);
  await select(sets.any, [selector('tier', 'prod'), selector('team', null)]);
  await select(sets.both, [selector('tier', 'prod'), selector('team', null)]);
  await select(sets.untagged, [selector('tier', null, true)]);
  await relate(sets.without, 'project-exclusions', 'projects', live);

  const applicable = new Map<string, readonly string[]>();
  for (const [name, id] of Object.entries(sets)) applicable.set(name, (await listed(home, id)).names);

  assert.deepEqual(Object.fromEntries(applicable), {
    none: [],
    all: ['live', 'plain', 'tagged', 'trial'],
    named: ['plain'],
    project: ['live'],
    any: ['live', 'tagged', 'trial'],
    both: ['live'],
    untagged: ['plain'],
    without: ['plain', 'tagged'],
  });
  // Evaluations use the opposite query: the sets that apply to a workspace. Both queries must agree.
  const { database } = world.context;
  const { id: organization } = home.organization;
  for (const [name, workspace] of Object.entries(places)) {
    const [place = { tags: [] }] = await runPlaces(database, [{ workspace, project: null }]);
    const applying = await applicableSets(database, { organization, place });
    const expected = [...applicable].filter(([, names]) => names.includes(name)).map(([set]) => set);
    assert.deepEqual(applying.map(({ set }) => set.name).toSorted(), expected.toSorted(), name);
    const shown = await home.client.get(`/workspaces/${workspace}/applicable-policy-sets`);
    assert.deepEqual(namesIn(shown.body.data), expected.toSorted(), name);
  }
});

onEachEngine('The workspaces that a set applies to are searched and paged', async (world) => {
  const home = await world.home();
  for (const name of ['shop-a', 'shop-b', 'shop-c', 'mail']) await newWorkspace(home, name);
  const set = await newPolicySet(home, 'set', { global: true });

  const searched = await listed(home, set, '?search[name]=SHOP&page[size]=2&page[number]=2');
  await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { global: false }));
  const none = await listed(home, set);
  const stranger = await (await world.person()).client.get(`/policy-sets/${set}/applicable-workspaces`);

  assert.deepEqual(searched, { names: ['shop-c'], total: 3 });
  assert.deepEqual(none, { names: [], total: 0 });
  assert.equal(stranger.status, 404);
});
