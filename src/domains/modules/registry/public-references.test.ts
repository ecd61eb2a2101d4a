import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, pointers } from '../../../../test/support/documents.ts';
import { newMember } from '../../../../test/support/members.ts';
import { moduleDocument, newModule, newPublished } from '../../../../test/support/modules.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const modulesOf = ({ name }: Home): string => `/organizations/${name}/registry-modules`;

const reference = (namespace: unknown, name = 'network', provider = 'aws') =>
  moduleDocument(name, provider, { namespace, 'registry-name': 'public' });

const listedIn = ({ body }: { readonly body: { data: { attributes: { namespace: string; provider: string } }[] } }) =>
  body.data.map(({ attributes }) => `${attributes.namespace}/${attributes.provider}`);

onEachEngine(
  "A reference to a public module can exist next to the organization's own module of the same name",
  async (world) => {
    const home = await world.home();
    const member = await newMember(world, home);
    await newModule(home);
    await newPublished(world, home, '1.0.0');

    const created = await home.client.post(modulesOf(home), reference('terraform-modules'));
    const path = `${modulesOf(home)}/public/terraform-modules/network/aws`;
    const shown = await member.client.get(path);
    const byId = await member.client.get(`/registry-modules/${created.body.data.id}`);
    const again = await home.client.post(modulesOf(home), reference('terraform-modules'));
    const own = await member.client.get(`${modulesOf(home)}/private/${home.name}/network/aws`);
    const installed = await member.client.get(`//api/registry/v1/modules/${home.name}/network/aws/versions`);

    assert.equal(created.status, 201);
    const { attributes, links } = created.body.data;
    assert.deepEqual(
      [attributes.namespace, attributes['registry-name'], attributes.status, attributes['version-statuses']],
      ['terraform-modules', 'public', 'setup_complete', []],
    );
    assert.deepEqual(links, { self: `/api/v2${path}` });
    assert.deepEqual([shown.body.data.id, byId.body.data.id], [created.body.data.id, created.body.data.id]);
    assert.deepEqual([again.status, pointers(again)], [422, ['/data/attributes/name']]);
    assert.equal(own.body.data.attributes['registry-name'], 'private');
    assert.equal(installed.body.modules[0].versions.length, 1);
    const [record] = await auditOf(world, created.body.data.id);
    assert.equal(record?.change.after?.['public-namespace'], 'terraform-modules');
  },
);

onEachEngine('Lists show references and own modules together, or only one of these types', async (world) => {
  const home = await world.home();
  await newModule(home);
  for (const provider of ['aws', 'google']) {
    await home.client.post(modulesOf(home), reference('zeta', 'network', provider));
  }

  const [all, own, referred, matching, named] = await Promise.all([
    home.client.get(modulesOf(home)),
    home.client.get(`${modulesOf(home)}?filter[registry_name]=private`),
    home.client.get(`${modulesOf(home)}?filter[registry_name]=public`),
    home.client.get(`${modulesOf(home)}?q=ZETA`),
    home.client.get(`${modulesOf(home)}/private/${home.name}/network`),
  ]);

  assert.deepEqual(listedIn(all), [`${home.name}/aws`, 'zeta/aws', 'zeta/google']);
  assert.deepEqual(listedIn(own), [`${home.name}/aws`]);
  assert.deepEqual(
    [listedIn(referred), listedIn(matching)],
    [
      ['zeta/aws', 'zeta/google'],
      ['zeta/aws', 'zeta/google'],
    ],
  );
  assert.deepEqual(listedIn(named), [`${home.name}/aws`]);
});

onEachEngine('References are deleted one by one or by name, and own modules stay', async (world) => {
  const home = await world.home();
  await newModule(home);
  for (const provider of ['aws', 'google', 'azurerm']) {
    await home.client.post(modulesOf(home), reference('zeta', 'network', provider));
  }
  const path = `${modulesOf(home)}/public/zeta/network`;

  const one = await home.client.delete(`${path}/azurerm`);
  const left = await home.client.get(modulesOf(home));
  const rest = await home.client.delete(path);
  const again = await home.client.delete(path);
  const last = await home.client.get(modulesOf(home));

  assert.deepEqual([one.status, rest.status, again.status], [204, 204, 404]);
  assert.deepEqual(listedIn(left), [`${home.name}/aws`, 'zeta/aws', 'zeta/google']);
  assert.deepEqual(listedIn(last), [`${home.name}/aws`]);
});

onEachEngine('A reference can also be created with the attribute name that Terraform clients send', async (world) => {
  const home = await world.home();
  const attributes = { namespace: 'zeta', registry_name: 'public' };

  const created = await home.client.post(modulesOf(home), moduleDocument('network', 'aws', attributes));

  assert.deepEqual([created.status, created.body.data.attributes['registry-name']], [201, 'public']);
});

onEachEngine('A reference requires the namespace of the public module', async (world) => {
  const home = await world.home();

  const answers = await Promise.all([
    home.client.post(modulesOf(home), reference(undefined)),
    home.client.post(modulesOf(home), reference('')),
    home.client.post(modulesOf(home), reference('not/a name')),
    home.client.post(modulesOf(home), reference('x'.repeat(65))),
  ]);

  assert.deepEqual(
    answers.map((answer) => [answer.status, ...pointers(answer)]),
    Array.from({ length: 4 }, () => [422, '/data/attributes/namespace']),
  );
  const [none] = answers;
  assert.match(String(none && details(none)), /can't be blank/);
});
