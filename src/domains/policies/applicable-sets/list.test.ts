import assert from 'node:assert/strict';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { watchQueries } from '../../../../test/support/watched-queries.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

interface Shown {
  readonly attributes: {
    readonly name: string;
    readonly reasons: readonly {
      readonly reason: string;
      readonly tag: Readonly<Record<'key' | 'value' | 'source', string>> | null;
    }[];
  };
}

/** Formats a reason as text. For a tag, the text starts with the tag's source, for example `live:tier=prod`. */
const reasonText = ({ reason, tag }: Shown['attributes']['reasons'][number]): string =>
  tag === null ? reason : `${tag.source}:${tag.key}=${tag.value}`;

/** Returns the policy sets that apply to a workspace or project: their reasons, keyed by set name. */
const applying = async ({ client }: Pick<Home, 'client'>, place: string, query = '') => {
  const { status, body } = await client.get(`/${place}/applicable-policy-sets${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  const shown: readonly Shown[] = body.data;
  return {
    sets: shown.map(({ attributes: { name, reasons } }) => [name, ...reasons.map(reasonText)].join(' ')),
    total: body.meta.pagination['total-count'],
  };
};

const selector = (key: string, value: string | null, isExclude = false) => ({
  'tag-key': key,
  'tag-value': value,
  'is-exclude': isExclude,
});

/** Adds a workspace or a project to a relationship of a policy set; `type` is the name of the relationship. */
const related = ({ client }: Home, set: string, type: string, id: string) =>
  client.post(
    `/policy-sets/${set}/relationships/${type}`,
    identifiers(type.startsWith('project') ? 'projects' : 'workspaces', id),
  );

const selecting = ({ client }: Home, set: string, ...selectors: readonly object[]) =>
  client.post(`/policy-sets/${set}/tag-selectors`, { data: selectors });

onEachEngine('Each set that applies to a workspace lists its reasons, and a tag lists its source', async (world) => {
  const home = await world.home();
  const live = await newProject(home, 'live', { tags: { tier: 'prod', team: 'web' } });
  const shop = await newWorkspace(home, 'shop', { project: live, tags: { team: 'shop', pci: '' } });
  const plain = await newWorkspace(home, 'plain');
  const all = { 'tag-selector-matching-logic': 'all' };
  const everywhere = { global: true };
  await newPolicySet(home, 'a-none');
  await newPolicySet(home, 'b-global', everywhere);
  const named = await newPolicySet(home, 'c-named', { shadow: true });
  await related(home, named, 'workspaces', shop);
  await related(home, named, 'projects', live);
  await selecting(home, await newPolicySet(home, 'd-any'), selector('tier', 'prod'), selector('team', 'web'));
  await selecting(home, await newPolicySet(home, 'e-all', all), selector('tier', null), selector('team', 'shop'));
  await selecting(home, await newPolicySet(home, 'f-lacking', all), selector('tier', null), selector('team', 'web'));
  await selecting(home, await newPolicySet(home, 'g-negated', everywhere), selector('pci', null, true));
  await related(home, await newPolicySet(home, 'h-without-shop', everywhere), 'workspace-exclusions', shop);
  await related(home, await newPolicySet(home, 'i-without-live', everywhere), 'project-exclusions', live);

  const [ofShop, ofPlain, ofLive] = [
    await applying(home, `workspaces/${shop}`),
    await applying(home, `workspaces/${plain}`),
    await applying(home, `projects/${live}`),
  ];

  assert.deepEqual(ofShop.sets, [
    'b-global global',
    'c-named workspace project',
    'd-any project:tier=prod',
    'e-all workspace:team=shop project:tier=prod',
  ]);
  assert.deepEqual(
    ofPlain.sets,
    ['b-global', 'g-negated', 'h-without-shop', 'i-without-live'].map((each) => `${each} global`),
  );
  // Sets that exclude the workspace, and sets that select tags of the workspace itself, do not apply to the project.
  assert.deepEqual(ofLive.sets, [
    'b-global global',
    'c-named project',
    'd-any project:team=web project:tier=prod',
    'f-lacking project:team=web project:tier=prod',
    'g-negated global',
    'h-without-shop global',
  ]);
});

onEachEngine(
  'Reasons from a project disappear when the project is deleted or the workspace is moved',
  async (world) => {
    const home = await world.home();
    const live = await newProject(home, 'live', { tags: { tier: 'prod' } });
    const test = await newProject(home, 'test');
    const shop = await newWorkspace(home, 'shop', { project: live });
    await related(home, await newPolicySet(home, 'named'), 'projects', live);
    await selecting(home, await newPolicySet(home, 'tagged'), selector('tier', null));

    const before = await applying(home, `workspaces/${shop}`);
    const toTest = { project: { data: { type: 'projects', id: test } } };
    await home.client.patch(`/workspaces/${shop}`, documentOf('workspaces', {}, toTest));
    const moved = await applying(home, `workspaces/${shop}`);
    const removed = await home.client.delete(`/projects/${live}`);
    const ofDeleted = await home.client.get(`/projects/${live}/applicable-policy-sets`);

    assert.deepEqual(before.sets, ['named project', 'tagged project:tier=prod']);
    assert.deepEqual(moved.sets, []);
    assert.deepEqual([removed.status, ofDeleted.status], [204, 404]);
    assert.deepEqual((await applying(home, `workspaces/${shop}`)).sets, []);
  },
);

onEachEngine(
  'Applicable sets are searched and paged with the same number of queries for one set as for many',
  async (world) => {
    const home = await world.home();
    const shop = await newWorkspace(home, 'shop', { tags: { tier: 'prod' } });
    await newPolicySet(home, 'base', { global: true });
    const queries: unknown[] = [];
    const once = async () => {
      const start = queries.length;
      const { total } = await applying(home, `workspaces/${shop}`, '?page[size]=2');
      return { total, queries: queries.length - start };
    };
    // During one of the two requests, the service may run a query that does not belong to a request.
    const counted = async () => {
      const [first, second] = [await once(), await once()];
      return first.queries < second.queries ? first : second;
    };
    watchQueries(world, (query) => queries.push(query));

    const one = await counted();
    for (const name of ['cost-a', 'cost-b', 'Cost-c', 'other']) await newPolicySet(home, name, { global: true });
    const many = await counted();
    const searched = await applying(home, `workspaces/${shop}`, '?search[name]=COST&page[size]=2&page[number]=2');

    assert.deepEqual([one.total, many.total], [1, 5]);
    assert.equal(many.queries, one.queries);
    assert.ok(many.queries <= 10, `${many.queries} queries`);
    assert.equal(searched.total, 3);
    assert.equal(searched.sets.length, 1);
  },
);

onEachEngine(
  'Users who may read workspaces see the sets that apply to them, but not the sets themselves',
  async (world) => {
    const home = await world.home();
    const shop = await newWorkspace(home, 'shop');
    const set = await newPolicySet(home, 'base', { global: true });
    const reader = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
    const member = await newMember(world, home);
    const other = await world.home();
    const path = `/workspaces/${shop}/applicable-policy-sets`;

    const seen = await reader.client.get(path);
    const refused = await Promise.all([
      reader.client.get(`/policy-sets/${set}`),
      member.client.get(path),
      other.client.get(path),
    ]);

    assert.deepEqual(
      seen.body.data.map(({ id }: { id: string }) => id),
      [`${shop}-${set}`],
    );
    assert.deepEqual(seen.body.data[0].relationships['policy-set'].data, { id: set, type: 'policy-sets' });
    assert.deepEqual(
      refused.map(({ status }) => status),
      [404, 404, 404],
    );
  },
);
