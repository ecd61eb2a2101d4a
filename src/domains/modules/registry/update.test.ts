import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { moduleDocument, modulePath, newModule } from '../../../../test/support/modules.ts';
import { tagBindings } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const change = (attributes: object, relationships?: object) =>
  documentOf('registry-modules', attributes, relationships);

onEachEngine('The tags of a module are replaced, listed and audited', async (world) => {
  const home = await world.home();
  const id = await newModule(home);
  const path = `/registry-modules/${id}/tag-bindings`;
  const tags = async () =>
    (await home.client.get(path)).body.data.map(
      ({ attributes }: { attributes: { key: string; value: string } }) => `${attributes.key}=${attributes.value}`,
    );
  const none = await tags();

  const tagged = await home.client.patch(
    modulePath(home),
    change({}, { 'tag-bindings': tagBindings({ team: 'net', env: '' }) }),
  );
  const both = await tags();
  await home.client.patch(modulePath(home), change({}));
  const kept = await tags();
  const paged = await home.client.get(`${path}?page[size]=1&page[number]=2`);
  await home.client.patch(modulePath(home), change({}, { 'tag-bindings': { data: [] } }));

  assert.deepEqual([tagged.status, tagged.body.data.id], [200, id]);
  assert.deepEqual([none, both, kept, await tags()], [[], ['env=', 'team=net'], ['env=', 'team=net'], []]);
  assert.equal(paged.body.data[0].attributes.key, 'team');
  const records = await auditOf(world, id);
  assert.deepEqual(
    records.slice(1).map(({ action, change: { after } }) => [action, after?.tags]),
    [
      ['registry-module.update', { env: '', team: 'net' }],
      ['registry-module.update', {}],
    ],
  );
});

onEachEngine(
  'No-code modules are not supported: a request for one is refused, and an include finds none',
  async (world) => {
    const home = await world.home();
    const modules = `/organizations/${home.name}/registry-modules`;

    const created = await home.client.post(modules, moduleDocument('network', 'aws', { 'no-code': false }));
    const changed = await home.client.patch(`${modulePath(home)}?include=no-code-modules`, change({ 'no-code': null }));
    const listed = await home.client.get(`${modules}?include=no-code-modules`);
    const refused = [
      await home.client.post(modules, moduleDocument('storage', 'aws', { 'no-code': true })),
      await home.client.patch(modulePath(home), change({ 'no-code': true })),
    ];

    assert.deepEqual([created.status, changed.status, listed.status], [201, 200, 200]);
    for (const shown of [created.body.data, changed.body.data, listed.body.data[0]])
      assert.equal(shown.attributes['no-code'], false);
    assert.deepEqual([changed.body.included, listed.body.included], [[], []]);
    for (const { body } of refused) {
      const [{ status, code, detail, source }] = body.errors;
      assert.deepEqual([status, code, source.pointer], ['422', 'not-supported', '/data/attributes/no-code']);
      assert.match(detail, /omit no-code, or send false$/);
    }
  },
);

onEachEngine('Module features that require version control or a runner are refused', async (world) => {
  const home = await world.home();
  await newModule(home);
  const modules = `/organizations/${home.name}/registry-modules`;

  const [fromRepository, switched, tested, onAgents, inPool, untested, commits] = await Promise.all([
    home.client.post(`${modules}/vcs`, moduleDocument('other')),
    home.client.patch(modulePath(home), change({ 'vcs-repo': { branch: 'main' } })),
    home.client.patch(modulePath(home), change({ 'test-config': { 'tests-enabled': true } })),
    home.client.patch(modulePath(home), change({ 'test-config': { 'agent-execution-mode': 'agent' } })),
    home.client.patch(modulePath(home), change({ 'test-config': { 'agent-pool-id': 'apool-1' } })),
    home.client.patch(
      modulePath(home),
      change({ 'test-config': { 'tests-enabled': false, 'agent-execution-mode': 'remote', 'agent-pool-id': null } }),
    ),
    home.client.get(`${modulePath(home)}/commits`),
  ]);

  assert.equal(fromRepository?.status, 422);
  assert.match(String(fromRepository && details(fromRepository)), /does not connect to version control/);
  assert.deepEqual(switched && pointers(switched), ['/data/attributes/vcs-repo']);
  for (const refused of [tested, onAgents, inPool])
    assert.deepEqual(refused && pointers(refused), ['/data/attributes/test-config']);
  assert.deepEqual([untested?.status, commits?.body.data], [200, []]);
});
