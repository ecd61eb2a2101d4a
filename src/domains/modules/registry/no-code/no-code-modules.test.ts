import assert from 'node:assert/strict';
import { archiveOf } from '../../../../../test/support/archive.ts';
import { auditOf } from '../../../../../test/support/audit.ts';
import { documentOf, pointers } from '../../../../../test/support/documents.ts';
import { newMember } from '../../../../../test/support/members.ts';
import { modulePath, newModule, newPublished } from '../../../../../test/support/modules.ts';
import { setPlan } from '../../../../../test/support/plans.ts';
import { type Home, onEachEngine } from '../../../../../test/support/world.ts';

const noCodeOf = ({ name }: Home): string => `/organizations/${name}/no-code-modules`;

const option = (name: string, options: readonly string[]) => ({
  type: 'variable-options',
  attributes: { 'variable-name': name, 'variable-type': 'string', options },
});

const offer = (module: string, attributes: object = {}, options?: readonly object[]) =>
  documentOf('no-code-modules', attributes, {
    'registry-module': { data: { id: module, type: 'registry-modules' } },
    ...(options && { 'variable-options': { data: options } }),
  });

const archive = archiveOf({
  'main.tf': 'variable "region" {\n  type = string\n  description = "Where."\n}\nvariable "size" {\n  default = 1\n}\n',
});

onEachEngine('A no-code module is created, shown, changed and deleted with its options', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  const module = await newModule(home);
  await newPublished(world, home, '1.0.0');

  const created = await home.client.post(
    `${noCodeOf(home)}?include=variable-options`,
    offer(module, { 'version-pin': '1.0.0' }, [option('size', []), option('region', ['eu', 'us'])]),
  );
  const path = `/no-code-modules/${created.body.data.id}`;
  const shown = await member.client.get(`${path}?include=variable_options`);
  const changed = await home.client.patch(
    `${path}?include=variable-options`,
    offer(module, { enabled: false, 'version-pin': null }, [option('region', ['eu'])]),
  );
  const kept = await home.client.patch(`${path}?include=variable-options`, offer(module, {}));
  const deleted = await home.client.delete(path);

  assert.equal(created.status, 201);
  const { attributes, relationships } = created.body.data;
  assert.deepEqual([attributes.enabled, attributes['version-pin']], [true, '1.0.0']);
  assert.deepEqual(relationships.organization.data, { id: home.name, type: 'organizations' });
  assert.deepEqual(relationships['registry-module'].data, { id: module, type: 'registry-modules' });
  const optionsIn = ({ body }: typeof shown) =>
    body.data.relationships['variable-options'].data.map(
      ({ id }: { id: string }) => body.included.find((each: { id: string }) => each.id === id).attributes,
    );
  assert.deepEqual(optionsIn(created), [
    { 'variable-name': 'size', 'variable-type': 'string', options: [] },
    { 'variable-name': 'region', 'variable-type': 'string', options: ['eu', 'us'] },
  ]);
  assert.deepEqual(shown.body.data, created.body.data);
  assert.deepEqual([changed.body.data.attributes.enabled, changed.body.data.attributes['version-pin']], [false, null]);
  assert.deepEqual(optionsIn(changed), [option('region', ['eu']).attributes]);
  assert.deepEqual(optionsIn(kept), optionsIn(changed));
  assert.deepEqual([deleted.status, (await home.client.get(path)).status], [204, 404]);
  assert.equal((await home.client.get(modulePath(home))).status, 200);
  const records = await auditOf(world, created.body.data.id);
  assert.deepEqual(
    records.map(({ action, change }) => [action, change.after?.enabled]),
    [
      ['no-code-module.create', true],
      ['no-code-module.update', false],
      ['no-code-module.delete', undefined],
    ],
  );
});

onEachEngine('The variables of a version are those of its archive, with what people may choose', async (world) => {
  const home = await world.home();
  const module = await newModule(home);
  await newPublished(world, home, '1.0.0', { archive });
  const created = await home.client.post(noCodeOf(home), offer(module, {}, [option('region', ['eu', 'us'])]));
  const path = `/no-code-modules/${created.body.data.id}/versions`;

  const listed = await home.client.get(`${path}/1.0.0/module-variables`);
  const unknown = await home.client.get(`${path}/9.9.9/module-variables`);

  assert.deepEqual(
    listed.body.data.map(({ type, attributes }: { type: string; attributes: object }) => [type, attributes]),
    [
      ['region', 'string', 'Where.', true, ['eu', 'us']],
      ['size', 'any', '', false, []],
    ].map(([name, type, description, required, options]) => [
      'registry-module-variables',
      { name, type, description, required, sensitive: false, options, 'has-global': false },
    ]),
  );
  assert.equal(unknown.status, 404);
});

onEachEngine('A no-code module that breaks rules is refused with every reason', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const [module, foreign] = [await newModule(home), await newModule(other)];
  const options = [option('region', []), option('region', [])];
  const second = await newModule(home, 'second');
  const created = await home.client.post(noCodeOf(home), offer(second));

  const broken = await home.client.post(noCodeOf(home), offer(module, { 'version-pin': '9.9.9' }, options));
  const [strange, none, twice, moved] = await Promise.all([
    home.client.post(noCodeOf(home), offer(foreign)),
    home.client.post(noCodeOf(home), documentOf('no-code-modules', {})),
    home.client.post(noCodeOf(home), offer(second)),
    home.client.patch(`/no-code-modules/${created.body.data.id}`, offer(module)),
  ]);

  const modulePointer = '/data/relationships/registry-module/data/id';
  assert.deepEqual(
    [broken.status, ...pointers(broken)],
    [422, '/data/attributes/version-pin', '/data/relationships/variable-options/data/1/attributes/variable-name'],
  );
  for (const answer of [strange, none, twice, moved]) {
    assert.deepEqual([answer?.status, answer && pointers(answer)], [422, [modulePointer]]);
  }
});

onEachEngine(
  'What would provision is refused, and a plan without no-code modules has only their removal',
  async (world) => {
    const home = await world.home();
    const module = await newModule(home);
    const created = await home.client.post(noCodeOf(home), offer(module));
    const path = `/no-code-modules/${created.body.data.id}`;

    const provisioned = await home.client.post(`${path}/workspaces`, documentOf('workspaces', { name: 'edge' }));
    const upgraded = await home.client.post(`${path}/workspaces/ws-1/upgrade`, {});
    await setPlan(world, home, 'standard');
    const [more, changed, shown] = await Promise.all([
      home.client.post(noCodeOf(home), offer(module)),
      home.client.patch(path, offer(module, { enabled: false })),
      home.client.get(path),
    ]);
    const deleted = await home.client.delete(path);

    assert.deepEqual([provisioned.status, upgraded.status], [422, 422]);
    assert.deepEqual([more?.status, changed?.status, shown?.status, deleted.status], [404, 404, 200, 204]);
  },
);

onEachEngine('A no-code module goes with its module', async (world) => {
  const home = await world.home();
  const module = await newModule(home);
  const created = await home.client.post(noCodeOf(home), offer(module, {}, [option('region', ['eu'])]));

  const deleted = await home.client.delete(modulePath(home));
  const shown = await home.client.get(`/no-code-modules/${created.body.data.id}`);

  assert.deepEqual([deleted.status, shown.status], [204, 404]);
});
