import assert from 'node:assert/strict';
import type { Client } from '../../../../test/support/client.ts';
import { details, documentOf, identifiers, pointers, relatedIds } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const remove = (client: Client, path: string, json: object) => client.request('DELETE', path, { json });

onEachEngine('Policies are added to a set and removed from it, each counted once', async (world) => {
  const home = await world.home();
  const [one, two] = [await newPolicy(home, 'one'), await newPolicy(home, 'two')];
  const set = await newPolicySet(home, 'set');
  const path = `/policy-sets/${set}/relationships/policies`;

  const added = await home.client.post(path, identifiers('policies', one, two, one));
  const again = await home.client.post(path, identifiers('policies', two));
  const full = await home.client.get(`/policy-sets/${set}`);
  const removed = await remove(home.client, path, identifiers('policies', one, one, 'pol-unknown'));
  const half = await home.client.get(`/policy-sets/${set}`);

  assert.deepEqual([added.status, again.status, removed.status], [204, 204, 204]);
  assert.deepEqual([added.bytes.length, removed.bytes.length], [0, 0]);
  assert.deepEqual(relatedIds(full, 'policies'), [one, two].toSorted());
  assert.equal(full.body.data.attributes['policy-count'], 2);
  assert.deepEqual(relatedIds(half, 'policies'), [two]);
  assert.equal(half.body.data.attributes['policy-count'], 1);
  const policies = await Promise.all([one, two].map((id) => home.client.get(`/policies/${id}`)));
  assert.deepEqual(
    policies.map(({ body }) => body.data.attributes['policy-set-count']),
    [0, 1],
  );
});

onEachEngine('If one policy cannot be added, none is added', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const own = await newPolicy(home, 'own');
  const opa = await newPolicy(home, 'opa', { kind: 'opa' });
  const foreign = await newPolicy(other, 'foreign');
  const set = await newPolicySet(home, 'set');

  const refused = await home.client.post(
    `/policy-sets/${set}/relationships/policies`,
    identifiers('policies', own, opa, foreign, 'pol-unknown'),
  );
  const shown = await home.client.get(`/policy-sets/${set}`);

  assert.equal(refused.status, 422);
  assert.deepEqual(pointers(refused), ['/data/1/id', '/data/2/id', '/data/3/id']);
  assert.deepEqual(details(refused), [
    'Policy has the wrong kind: a policy and its policy sets must have the same kind',
    'Policy does not exist in this organization',
    'Policy does not exist in this organization',
  ]);
  assert.deepEqual(relatedIds(shown, 'policies'), []);
  assert.equal(shown.body.data.attributes['policy-count'], 0);
});

for (const type of ['workspaces', 'projects', 'workspace-exclusions', 'project-exclusions'] as const) {
  const to = type.startsWith('workspace') ? 'workspaces' : 'projects';

  onEachEngine(`A set can have ${type}, even if it is global, but no unknown ones`, async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    const make = to === 'workspaces' ? newWorkspace : newProject;
    const [a, b, foreign] = [await make(home, 'a'), await make(home, 'b'), await make(other, 'c')];
    const set = await newPolicySet(home, 'set', { global: true });
    const path = `/policy-sets/${set}/relationships/${type}`;

    const added = await home.client.post(path, identifiers(to, b, a, b));
    const again = await home.client.post(path, identifiers(to, a));
    const refused = await home.client.post(path, identifiers(to, a, foreign, 'unknown'));
    const full = await home.client.get(`/policy-sets/${set}?include=${type}`);
    const removed = await remove(home.client, path, identifiers(to, b, 'unknown'));
    const rest = await home.client.get(`/policy-sets/${set}`);
    await home.client.delete(`/${to}/${a}`);
    const none = await home.client.get(`/policy-sets/${set}`);

    assert.deepEqual([added.status, again.status, removed.status], [204, 204, 204]);
    assert.deepEqual([refused.status, pointers(refused)], [422, ['/data/1/id', '/data/2/id']]);
    assert.deepEqual(relatedIds(full, type), [a, b].toSorted());
    assert.deepEqual(full.body.included.map(({ id }: { id: string }) => id).toSorted(), [a, b].toSorted());
    assert.deepEqual([relatedIds(rest, type), relatedIds(none, type)], [[a], []]);
    if (type === to) assert.equal(rest.body.data.attributes[`${type.slice(0, -1)}-count`], 1);
    assert.deepEqual(relatedIds(full, to === 'projects' ? 'workspaces' : 'projects'), []);
  });
}

onEachEngine('A set selects workspaces by tags, without duplicate selectors', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set', { 'tag-selectors': [{ 'tag-key': 'env', 'tag-value': 'prod' }] });
  const path = `/policy-sets/${set}/tag-selectors`;
  const anyTeam = { 'tag-key': 'team', 'tag-value': null, 'is-exclude': true };

  const added = await home.client.post(path, { data: [anyTeam, { 'tag-key': 'env', 'tag-value': 'prod' }] });
  await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { 'tag-selector-matching-logic': 'all' }));
  const full = await home.client.get(`/policy-sets/${set}`);
  const removed = await remove(home.client, path, { data: [anyTeam, { 'tag-key': 'unknown' }] });
  const rest = await home.client.get(`/policy-sets/${set}`);
  const many = Array.from({ length: 25 }, (_each, index) => ({ 'tag-key': `k${index}` }));
  const over = await home.client.post(path, { data: many });

  const prod = { 'tag-key': 'env', 'tag-value': 'prod', 'is-exclude': false };
  assert.deepEqual([added.status, removed.status], [204, 204]);
  assert.deepEqual(full.body.data.attributes['tag-selectors'], [prod, anyTeam]);
  assert.equal(full.body.data.attributes['tag-selector-matching-logic'], 'all');
  assert.deepEqual(rest.body.data.attributes['tag-selectors'], [prod]);
  assert.deepEqual([over.status, details(over)], [422, ['Tag selectors has too many elements (maximum is 25)']]);
});

onEachEngine('Identifiers of the wrong format or type are each rejected with a pointer', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set');
  const path = `/policy-sets/${set}/relationships`;

  const refused = await Promise.all([
    home.client.post(`${path}/policies`, { data: [{ id: 5, type: 'policies' }] }),
    home.client.post(`${path}/policies`, identifiers('workspaces', 'ws-1')),
    home.client.post(`${path}/workspaces`, identifiers('workspaces', 'fine', '')),
    home.client.post(`${path}/projects`, identifiers('projects', 'two words')),
    home.client.post(`${path}/projects`, { data: { id: 'prj-1', type: 'projects' } }),
    home.client.post(`${path}/projects`, {}),
    home.client.delete(`${path}/policies`),
    remove(home.client, `${path}/workspaces`, { data: [{ id: 'ws-1' }] }),
  ]);

  assert.deepEqual(
    refused.map(({ status }) => status),
    refused.map(() => 422),
  );
  assert.deepEqual(refused.map(pointers), [
    ['/data/0/id'],
    ['/data/0/type'],
    ['/data/1/id'],
    ['/data/0/id'],
    ['/data'],
    ['/data'],
    ['/data'],
    ['/data/0/type'],
  ]);
});

onEachEngine('A set shows the time of the last change of its members', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set', {}, [await newPolicy(home, 'one')]);
  const path = `/policy-sets/${set}/relationships/workspaces`;
  const updatedAt = async () => (await home.client.get(`/policy-sets/${set}`)).body.data.attributes['updated-at'];
  const workspace = await newWorkspace(home, 'one');
  const created = await updatedAt();

  world.advance(60_000);
  await home.client.post(path, identifiers('workspaces', workspace));
  const added = await updatedAt();
  world.advance(60_000);
  await home.client.post(path, identifiers('workspaces', workspace));
  const unchanged = await updatedAt();
  await remove(home.client, path, identifiers('workspaces', workspace));
  const removed = await updatedAt();

  assert.ok(added > created);
  assert.equal(unchanged, added);
  assert.ok(removed > added);
});

onEachEngine(
  'Concurrent requests that add the same policies all succeed, and each policy counts once',
  async (world) => {
    const home = await world.home();
    const [one, two] = [await newPolicy(home, 'one'), await newPolicy(home, 'two')];
    const sets = [await newPolicySet(home, 'first'), await newPolicySet(home, 'second')];
    const paths = [...sets, ...sets, ...sets].map((set) => `/policy-sets/${set}/relationships/policies`);

    const added = await Promise.all([
      ...paths.map((path) => home.client.post(path, identifiers('policies', one, two))),
      ...paths.map((path) => home.client.post(path, identifiers('policies', two, one))),
    ]);
    const shownSets = await Promise.all(sets.map((set) => home.client.get(`/policy-sets/${set}`)));
    const shownPolicies = await Promise.all([one, two].map((id) => home.client.get(`/policies/${id}`)));

    assert.deepEqual(
      added.map(({ status }) => status),
      added.map(() => 204),
    );
    assert.deepEqual(
      shownSets.map(({ body }) => body.data.attributes['policy-count']),
      [2, 2],
    );
    assert.deepEqual(
      shownPolicies.map(({ body }) => body.data.attributes['policy-set-count']),
      [2, 2],
    );
  },
);

onEachEngine('Concurrent changes of policies, sets and memberships keep every counter correct', async (world) => {
  const home = await world.home();
  const policies = await Promise.all(['a', 'b', 'c', 'd'].map((name) => newPolicy(home, name)));
  const sets = await Promise.all(['one', 'two', 'three'].map((name) => newPolicySet(home, name, {}, policies)));
  const [gonePolicy, ...otherPolicies] = policies;
  const [goneSet, ...otherSets] = sets;

  const answers = await Promise.all([
    home.client.delete(`/policies/${gonePolicy}`),
    home.client.delete(`/policy-sets/${goneSet}`),
    ...otherSets.map((set) =>
      remove(home.client, `/policy-sets/${set}/relationships/policies`, identifiers('policies', ...policies)),
    ),
    ...otherPolicies.map((id) => home.client.put(`/policies/${id}/upload`, 'main = rule { true }')),
    newPolicy(home, 'e'),
  ]);
  const shown = await Promise.all([
    ...otherPolicies.map((id) => home.client.get(`/policies/${id}`)),
    ...otherSets.map((id) => home.client.get(`/policy-sets/${id}`)),
  ]);
  const listed = await home.client.get(`/organizations/${home.name}/policies`);

  assert.ok(answers.every((answer) => typeof answer === 'string' || answer.status < 300));
  const counts = shown.map(
    ({ body: { data } }) => data.attributes['policy-set-count'] ?? data.attributes['policy-count'],
  );
  assert.deepEqual(counts, [0, 0, 0, 0, 0]);
  assert.equal(listed.body.meta.pagination['total-count'], 4);
});
