import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, identifiers, namesIn, pointers, relatedIds } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const policySet = (attributes: object, relationships?: object) => documentOf('policy-sets', attributes, relationships);

const unset = {
  shadow: false,
  input: null,
  'unknown-values': 'notice',
  versioned: false,
  'policies-path': null,
  'agent-enabled': false,
  'policy-tool-version': null,
  'tag-selector-matching-logic': null,
};
const defaults = {
  ...unset,
  'approvers-required': false,
  'tag-selectors': [],
  permissions: { 'can-update': true, 'can-destroy': true },
  'policy-count': 0,
  'workspace-count': 0,
  'project-count': 0,
};

onEachEngine('A policy set has default values, and is shown as it was created', async (world) => {
  const { client, name } = await world.home();

  const created = await client.post(`/organizations/${name}/policy-sets`, policySet({ name: 'production' }));
  const shown = await client.get(`/policy-sets/${created.body.data.id}`);

  assert.equal(created.status, 201);
  const { id, attributes, relationships, links } = created.body.data;
  assert.match(id, /^polset-[1-9A-HJ-NP-Za-km-z]{16}$/);
  assert.deepEqual(attributes, {
    name: 'production',
    description: null,
    kind: 'native',
    global: false,
    overridable: false,
    ...defaults,
    'created-at': attributes['created-at'],
    'updated-at': attributes['created-at'],
  });
  assert.deepEqual(relationships, {
    organization: { data: { id: name, type: 'organizations' } },
    policies: { data: [] },
    workspaces: { data: [] },
    projects: { data: [] },
    'workspace-exclusions': { data: [] },
    'project-exclusions': { data: [] },
    approvers: { data: [] },
    'current-version': { data: null },
    'newest-version': { data: null },
  });
  assert.deepEqual(links, { self: `/api/v2/policy-sets/${id}` });
  assert.equal(shown.status, 200);
  assert.deepEqual(shown.body, created.body);
});

onEachEngine('A policy set can be created with every attribute and member', async (world) => {
  const home = await world.home();
  const policy = await newPolicy(home, 'tags', { kind: 'opa' });
  const attributes = {
    name: 'all',
    description: 'Everything.',
    kind: 'opa',
    global: true,
    overridable: true,
    shadow: true,
    input: 'tfplan',
    'unknown-values': 'fail',
    versioned: true,
    'policies-path': 'policies/net',
    'agent-enabled': true,
    'policy-tool-version': '1.22.0',
    'tag-selectors': [{ 'tag-key': 'env', 'tag-value': null, 'is-exclude': true }],
    'tag-selector-matching-logic': 'any',
  };
  const workspaces = [await newWorkspace(home, 'one'), await newWorkspace(home, 'two')];
  const project = await newProject(home, 'three');

  const created = await home.client.post(
    `/organizations/${home.name}/policy-sets`,
    policySet(attributes, {
      policies: identifiers('policies', policy, policy),
      workspaces: identifiers('workspaces', ...workspaces),
      projects: identifiers('projects', project, project),
    }),
  );

  assert.equal(created.status, 201);
  const { 'created-at': createdAt, 'updated-at': updatedAt, ...shown } = created.body.data.attributes;
  const counts = { 'policy-count': 1, 'workspace-count': 2, 'project-count': 1 };
  assert.deepEqual(shown, { ...defaults, ...attributes, ...counts });
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(relatedIds(created, 'policies'), [policy]);
  assert.deepEqual(relatedIds(created, 'workspaces'), workspaces.toSorted());
  assert.deepEqual(relatedIds(created, 'projects'), [project]);
  const shownPolicy = await home.client.get(`/policies/${policy}`);
  assert.equal(shownPolicy.body.data.attributes['policy-set-count'], 1);
  assert.deepEqual(relatedIds(shownPolicy, 'policy-sets'), [created.body.data.id]);
});

onEachEngine('Attributes that only sets of kind opa can have are rejected for others', async (world) => {
  const home = await world.home();
  const native = await newPolicySet(home, 'native', { overridable: false, 'agent-enabled': false, input: null });
  const opa = await newPolicySet(home, 'opa', { kind: 'opa' });

  const others = { overridable: true, 'agent-enabled': true, input: 'tfplan' };
  const refused = [
    await home.client.post(`/organizations/${home.name}/policy-sets`, policySet({ name: 'other', ...others })),
    await home.client.patch(`/policy-sets/${native}`, policySet(others)),
  ];
  const updated = await home.client.patch(`/policy-sets/${opa}`, policySet(others));
  const renamed = await home.client.patch(`/policy-sets/${native}`, policySet({ name: 'renamed', overridable: false }));

  for (const answer of refused) {
    assert.equal(answer.status, 422);
    assert.deepEqual(
      pointers(answer).toSorted(),
      Object.keys(others)
        .map((name) => `/data/attributes/${name}`)
        .toSorted(),
    );
  }
  assert.deepEqual([updated.status, updated.body.data.attributes.overridable, renamed.status], [200, true, 200]);
});

onEachEngine('A new policy set is rejected with all broken rules and their pointers', async (world) => {
  const home = await world.home();
  const document = policySet(
    { name: 'no good', description: 5, kind: 'other', global: 'yes', overridable: 1, versioned: null },
    { policies: identifiers('workspaces', 'ws-1'), workspaces: identifiers('workspaces', 'a b') },
  );

  const refused = await home.client.post(`/organizations/${home.name}/policy-sets`, document);

  assert.equal(refused.status, 422);
  assert.deepEqual(pointers(refused).toSorted(), [
    '/data/attributes/description',
    '/data/attributes/global',
    '/data/attributes/kind',
    '/data/attributes/name',
    '/data/attributes/overridable',
    '/data/attributes/versioned',
    '/data/relationships/policies/data/0/type',
    '/data/relationships/workspaces/data/0/id',
  ]);
});

onEachEngine('A document without a type, attributes or a name creates no policy set', async (world) => {
  const { client, name } = await world.home();
  const path = `/organizations/${name}/policy-sets`;

  const refused = await Promise.all([
    client.post(path, { data: { attributes: { name: 'one' } } }),
    client.post(path, { data: { type: 'policy-sets' } }),
    client.post(path, policySet({})),
    client.post(path),
  ]);
  const listed = await client.get(path);

  assert.deepEqual(
    refused.map(({ status }) => status),
    [422, 422, 422, 422],
  );
  assert.deepEqual(refused.map(pointers), [['/data/type'], ['/data/attributes'], ['/data/attributes/name'], ['/data']]);
  assert.deepEqual(namesIn(listed), []);
});

onEachEngine('A name is unique within an organization regardless of case', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const id = await newPolicySet(home, 'Production');
  const next = await newPolicySet(home, 'next');
  await newPolicySet(other, 'production');

  const refused = await home.client.post(`/organizations/${home.name}/policy-sets`, policySet({ name: 'production' }));

  const renamed = await home.client.patch(`/policy-sets/${id}`, policySet({ name: 'PRODUCTION' }));
  const pair = await home.client.patch(`/policy-sets/${next}`, policySet({ name: 'production' }));

  assert.equal(renamed.status, 200);
  for (const answer of [refused, pair]) {
    assert.equal(answer.status, 422);
    assert.deepEqual(details(answer), ['Name has already been taken']);
    assert.deepEqual(pointers(answer), ['/data/attributes/name']);
  }
});

onEachEngine('No set is created if a policy is unknown, in another organization or of another kind', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const own = await newPolicy(home, 'own');
  const opa = await newPolicy(home, 'opa', { kind: 'opa' });
  const foreign = await newPolicy(other, 'foreign');

  const refused = await home.client.post(
    `/organizations/${home.name}/policy-sets`,
    policySet({ name: 'set' }, { policies: identifiers('policies', own, 'pol-unknown', foreign, opa) }),
  );
  const listed = await home.client.get(`/organizations/${home.name}/policy-sets`);
  const shown = await home.client.get(`/policies/${own}`);

  assert.equal(refused.status, 422);
  assert.deepEqual(
    pointers(refused),
    [1, 2, 3].map((index) => `/data/relationships/policies/data/${index}/id`),
  );
  assert.deepEqual(details(refused), [
    'Policy does not exist in this organization',
    'Policy does not exist in this organization',
    'Policy has the wrong kind: a policy and its policy sets must have the same kind',
  ]);
  assert.deepEqual(namesIn(listed), []);
  assert.equal(shown.body.data.attributes['policy-set-count'], 0);
});

onEachEngine('An update changes name, description and flags, and nothing else', async (world) => {
  const home = await world.home();
  const id = await newPolicySet(home, 'before', { kind: 'opa', description: 'Before.' });
  world.advance(60_000);

  const updated = await home.client.patch(
    `/policy-sets/${id}`,
    policySet({
      name: 'after',
      description: null,
      global: true,
      overridable: true,
      versioned: true,
      kind: 'native',
      'policy-count': 7,
      unknown: [],
    }),
  );
  const shown = await home.client.get(`/policy-sets/${id}`);

  assert.equal(updated.status, 200);
  const { 'created-at': createdAt, 'updated-at': updatedAt, ...rest } = updated.body.data.attributes;
  assert.deepEqual(rest, {
    name: 'after',
    description: null,
    kind: 'opa',
    global: true,
    overridable: true,
    ...defaults,
  });
  assert.ok(updatedAt > createdAt);
  assert.deepEqual(shown.body, updated.body);
});

onEachEngine('An update that changes nothing keeps the time of the last change and is not audited', async (world) => {
  const home = await world.home();
  const id = await newPolicySet(home, 'same', { description: 'Same.' });
  const before = await home.client.get(`/policy-sets/${id}`);
  world.advance(60_000);

  const updated = await home.client.patch(`/policy-sets/${id}`, policySet({ name: 'same', global: false }));

  assert.deepEqual(updated.body, before.body);
  assert.deepEqual(
    (await auditOf(world, id)).map(({ action }) => action),
    ['policy-set.create'],
  );
});

onEachEngine('A policy set cannot be renamed to a name that is taken or invalid', async (world) => {
  const home = await world.home();
  await newPolicySet(home, 'taken');
  const id = await newPolicySet(home, 'free');

  const taken = await home.client.patch(`/policy-sets/${id}`, policySet({ name: 'taken' }));
  const illegal = await home.client.patch(`/policy-sets/${id}`, policySet({ name: 'a/b', global: 'no' }));

  assert.equal(taken.status, 422);
  assert.deepEqual(details(taken), ['Name has already been taken']);
  assert.equal(illegal.status, 422);
  assert.deepEqual(pointers(illegal).toSorted(), ['/data/attributes/global', '/data/attributes/name']);
  assert.equal((await home.client.get(`/policy-sets/${id}`)).body.data.attributes.name, 'free');
});

onEachEngine('A deleted policy set is removed from the counts of its policies', async (world) => {
  const home = await world.home();
  const policy = await newPolicy(home, 'kept');
  const [gone, stays] = [
    await newPolicySet(home, 'gone', {}, [policy]),
    await newPolicySet(home, 'stays', {}, [policy]),
  ];

  const deleted = await home.client.delete(`/policy-sets/${gone}`);
  const again = await home.client.delete(`/policy-sets/${gone}`);
  const shown = await home.client.get(`/policies/${policy}`);

  assert.equal(deleted.status, 204);
  assert.equal(again.status, 404);
  assert.equal((await home.client.get(`/policy-sets/${gone}`)).status, 404);
  assert.equal(shown.body.data.attributes['policy-set-count'], 1);
  assert.deepEqual(relatedIds(shown, 'policy-sets'), [stays]);
});

onEachEngine('A deleted policy is removed from its sets', async (world) => {
  const home = await world.home();
  const [gone, kept] = [await newPolicy(home, 'gone'), await newPolicy(home, 'kept')];
  const set = await newPolicySet(home, 'set', {}, [gone, kept]);

  const deleted = await home.client.delete(`/policies/${gone}`);
  const shown = await home.client.get(`/policy-sets/${set}`);

  assert.equal(deleted.status, 204);
  assert.equal(shown.body.data.attributes['policy-count'], 1);
  assert.deepEqual(relatedIds(shown, 'policies'), [kept]);
});

onEachEngine('Every change of a policy set is audited', async (world) => {
  const home = await world.home();
  const policy = await newPolicy(home, 'one');
  const id = await newPolicySet(home, 'audited');

  await home.client.patch(`/policy-sets/${id}`, policySet({ description: 'New.' }));
  await home.client.post(`/policy-sets/${id}/relationships/policies`, identifiers('policies', policy));
  await home.client.request('DELETE', `/policy-sets/${id}/relationships/policies`, {
    json: identifiers('policies', policy),
  });
  await home.client.delete(`/policy-sets/${id}`);

  const records = await auditOf(world, id);
  const shown = {
    name: 'audited',
    description: null,
    kind: 'native',
    global: false,
    overridable: false,
    ...unset,
  };
  const related = {
    workspaces: [],
    projects: [],
    'workspace-exclusions': [],
    'project-exclusions': [],
    approvers: [],
  };
  const none = { 'tag-selectors': [], policies: [], ...related };
  const described = { ...shown, description: 'New.' };
  assert.deepEqual(
    records.map(({ action, change }) => ({ action, ...change })),
    [
      { action: 'policy-set.create', before: null, after: { ...shown, ...none } },
      { action: 'policy-set.update', before: shown, after: described },
      { action: 'policy-set.add', before: null, after: { policies: [policy] } },
      { action: 'policy-set.remove', before: { policies: [policy] }, after: null },
      { action: 'policy-set.delete', before: described, after: null },
    ],
  );
  assert.ok(
    records.every(
      ({ actor, organizationId }) => actor.id === home.owner.user.id && organizationId === home.organization.id,
    ),
  );
});
