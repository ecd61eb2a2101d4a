// Tests the request that creates and changes several policy sets.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, identifiers, pointers } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const apply = ({ client, name }: Home, attributes: object) =>
  client.post(`/organizations/${name}/policy-sets/actions/apply`, documentOf('policy-set-changes', attributes));

const policies = (...ids: readonly string[]) => ({ policies: identifiers('policies', ...ids) });

onEachEngine('Sets are created and changed in one request, each with its audit records', async (world) => {
  const home = await world.home();
  const [one, two] = [await newPolicy(home, 'one'), await newPolicy(home, 'two')];
  const workspace = await newWorkspace(home, 'production');
  const old = await newPolicySet(home, 'old', {}, [one]);

  const { status, body } = await apply(home, {
    creations: [
      // Changes are applied before creations. Therefore the name `old` is free after the change that renames the set.
      { attributes: { name: 'old' }, relationships: { workspaces: identifiers('workspaces', workspace) } },
      { attributes: { name: 'global', global: true } },
    ],
    changes: [{ id: old, attributes: { name: 'renamed' }, added: policies(two), removed: policies(one) }],
  });
  const [renamed, created] = [
    await home.client.get(`/policy-sets/${old}`),
    await home.client.get(`/policy-sets/${body.data.attributes.created[0].id}`),
  ];

  assert.equal(status, 200);
  assert.deepEqual(body.data.attributes.changed, [{ id: old, name: 'renamed' }]);
  assert.deepEqual(
    body.data.attributes.created.map(({ name }: { name: string }) => name),
    ['old', 'global'],
  );
  assert.deepEqual(
    renamed.body.data.relationships.policies.data.map(({ id }: { id: string }) => id),
    [two],
  );
  assert.equal(created.body.data.attributes['workspace-count'], 1);
  assert.deepEqual(
    (await auditOf(world, old)).map(({ action }) => action),
    ['policy-set.create', 'policy-set.update', 'policy-set.remove', 'policy-set.add'],
  );
});

onEachEngine('If one set breaks a rule, no set is changed, and the problem names the set', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const one = await newPolicy(home, 'one');
  const set = await newPolicySet(home, 'set', { description: 'Before' });
  const foreign = await newPolicySet(other, 'foreign');
  const changes = [{ id: set, attributes: { description: 'After' } }];

  const taken = await apply(home, {
    changes,
    creations: [{ attributes: { name: 'new' } }, { attributes: { name: 'set' } }],
  });
  const kind = await apply(home, {
    changes,
    creations: [{ attributes: { name: 'a', kind: 'opa' }, relationships: policies(one) }],
  });
  const elsewhere = await apply(home, { changes: [...changes, { id: foreign, attributes: { name: 'mine' } }] });
  const twice = await apply(home, { creations: [{ attributes: { name: 'a' } }, { attributes: { name: 'a' } }] });
  const sets = (await home.client.get(`/organizations/${home.name}/policy-sets`)).body.data;

  assert.deepEqual(
    [taken, kind, elsewhere, twice].map(({ status }) => status),
    [422, 422, 422, 422],
  );
  assert.deepEqual(
    [details(taken), pointers(taken)],
    [['set: Name has already been taken'], ['/data/attributes/creations/1']],
  );
  assert.match(details(kind)[0] ?? '', /^a: /);
  assert.deepEqual(pointers(elsewhere), ['/data/attributes/changes/1/id']);
  assert.equal((await other.client.get(`/policy-sets/${foreign}`)).body.data.attributes.name, 'foreign');
  assert.deepEqual(
    sets.map(({ attributes }: { attributes: Record<string, unknown> }) => [attributes.name, attributes.description]),
    [['set', 'Before']],
  );
});
