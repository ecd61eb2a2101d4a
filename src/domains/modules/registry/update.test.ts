import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { moduleDocument, modulePath, newModule } from '../../../../test/support/modules.ts';
import { setPlan } from '../../../../test/support/plans.ts';
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

onEachEngine('A module says whether it is offered as a no-code module, where the plan has them', async (world) => {
  const home = await world.home();
  const created = await home.client.post(
    `/organizations/${home.name}/registry-modules`,
    moduleDocument('network', 'aws', { 'no-code': true }),
  );

  const off = await home.client.patch(modulePath(home), change({ 'no-code': false }));
  const on = await home.client.patch(`${modulePath(home)}?include=no-code-modules`, change({ 'no-code': true }));
  await setPlan(world, home, 'standard');
  const refused = await home.client.patch(modulePath(home), change({ 'no-code': true }));

  const isOffered = ({ body }: typeof on) => body.data.attributes['no-code'];
  assert.deepEqual([created, off, on].map(isOffered), [true, false, true]);
  assert.deepEqual(
    on.body.included.map(({ type, attributes }: { type: string; attributes: object }) => [type, attributes]),
    [['no-code-modules', { ...on.body.included[0].attributes, enabled: true }]],
  );
  assert.deepEqual([refused.status, pointers(refused)], [422, ['/data/attributes/no-code']]);
});

onEachEngine('What only version control or a runner could do for a module is refused', async (world) => {
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
