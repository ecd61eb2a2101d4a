import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, identifiers, pointers, relatedIds } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { modulePath, newModule, newPublished } from '../../../../test/support/modules.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const change = (attributes: object) => documentOf('organizations', attributes);
const pathOf = ({ name }: Home): string => `/admin/organizations/${name}`;
const namesIn = ({ body }: Answer): readonly string[] => body.data.map(({ id }: { id: string }) => id);

onEachEngine('Site administrators list and search all organizations and see their owners', async (world) => {
  const admin = await world.person({ isAdmin: true });
  const [one, two] = [await world.home(), await world.home()];

  const all = await admin.client.get('/admin/organizations?page[size]=100');
  const searched = await admin.client.get(`/admin/organizations?q=${one.name.toUpperCase()}&include=owners`);
  const byMail = await admin.client.get('/admin/organizations?q=HOME@EXAMPLE');
  const shown = await admin.client.get(`${pathOf(one)}?include=owners`);

  assert.ok([one.name, two.name].every((name) => namesIn(all).includes(name)));
  assert.deepEqual(namesIn(searched), [one.name]);
  assert.deepEqual(
    searched.body.included.map(({ id }: { id: string }) => id),
    [one.owner.user.id],
  );
  assert.deepEqual(namesIn(byMail).toSorted(), [one.name, two.name].toSorted());
  assert.deepEqual(relatedIds(shown, 'owners'), [one.owner.user.id]);
  const { attributes } = shown.body.data;
  assert.deepEqual(
    [attributes['global-module-sharing'], attributes['workspace-limit'], attributes['is-disabled']],
    [false, null, false],
  );
  assert.equal((await one.client.get(pathOf(one))).status, 404);
});

onEachEngine(
  'Site administrators change timeouts, also under deprecated names, and the workspace limit',
  async (world) => {
    const admin = await world.person({ isAdmin: true });
    const home = await world.home();

    const changed = await admin.client.patch(
      pathOf(home),
      change({ 'plan-timeout': '3h', 'iac-build-worker-apply-timeout': '4h', 'workspace-limit': 1 }),
    );
    const seen = await home.client.get(`/organizations/${home.name}`);
    await newWorkspace(home, 'first');
    const second = await home.client.post(
      `/organizations/${home.name}/workspaces`,
      documentOf('workspaces', { name: 'second' }),
    );
    const reset = await admin.client.patch(pathOf(home), {
      data: { type: '', attributes: { 'plan-timeout': null, 'workspace-limit': 0 } },
    });
    await newWorkspace(home, 'second');

    const { attributes } = changed.body.data;
    assert.deepEqual(
      [attributes['plan-timeout'], attributes['apply-timeout'], attributes['iac-build-worker-plan-timeout']],
      ['3h', '4h', '3h'],
    );
    assert.deepEqual(
      [seen.body.data.attributes['plan-timeout'], seen.body.data.attributes['apply-timeout']],
      ['3h', '4h'],
    );
    assert.deepEqual(
      [second.status, details(second)],
      [422, ['The organization can have at most 1 workspaces (workspace-limit)']],
    );
    assert.deepEqual(
      [reset.body.data.attributes['plan-timeout'], reset.body.data.attributes['workspace-limit']],
      [null, null],
    );
    const [record] = (await auditOf(world, home.organization.id)).filter(
      ({ action }) => action === 'organization.administer',
    );
    assert.equal(record?.change.after?.['workspace-limit'], 1);
  },
);

onEachEngine('Settings that this service cannot enforce are refused', async (world) => {
  const admin = await world.person({ isAdmin: true });
  const home = await world.home();

  const refused = await admin.client.patch(
    pathOf(home),
    change({ 'is-disabled': true, 'global-provider-sharing': true, 'workspace-limit': 2 }),
  );
  const same = await admin.client.patch(pathOf(home), change({ 'is-disabled': false }));
  const shown = await admin.client.get(pathOf(home));

  assert.deepEqual(pointers(refused), ['/data/attributes/is-disabled', '/data/attributes/global-provider-sharing']);
  assert.deepEqual([refused.status, same.status], [422, 200]);
  assert.equal(shown.body.data.attributes['workspace-limit'], null);
});

onEachEngine('Consumers can use the modules of an organization but nothing else', async (world) => {
  const admin = await world.person({ isAdmin: true });
  const [home, consumer, other] = [await world.home(), await world.home(), await world.home()];
  await newModule(home);
  await newPublished(world, home, '1.0.0');
  const organizationToken = await clientOfOwner(world, { kind: 'organization', id: consumer.organization.id });
  const teamId = await newTeam(world, consumer, []);
  const teamToken = await clientOfOwner(world, { kind: 'team', id: teamId, organizationId: consumer.organization.id });
  const member = await newMember(world, consumer);
  const protocol = `//api/registry/v1/modules/${home.name}/network/aws`;
  const path = `${pathOf(home)}/relationships/module-consumers`;
  const users = [consumer.client, member.client, organizationToken, teamToken];

  const before = await Promise.all(users.map((client) => client.get(`${protocol}/versions`)));
  const shared = await admin.client.patch(path, identifiers('organizations', consumer.name.toUpperCase()));
  const listed = await admin.client.get(path);
  const versions = await Promise.all(users.map((client) => client.get(`${protocol}/versions`)));
  const downloaded = await member.client.get(`${protocol}/1.0.0/download`);
  const shown = await member.client.get(modulePath(home));
  const foreign = await other.client.get(`${protocol}/versions`);
  const closed = await Promise.all(
    [`/organizations/${home.name}`, `/organizations/${home.name}/teams`].map((each) => consumer.client.get(each)),
  );
  const removed = await consumer.client.delete(modulePath(home));
  const ended = await admin.client.patch(path, { data: [] });
  const after = await member.client.get(`${protocol}/versions`);

  assert.deepEqual(
    before.map(({ status }) => status),
    [404, 404, 404, 404],
  );
  assert.deepEqual([shared.status, ended.status], [204, 204]);
  assert.deepEqual(namesIn(listed), [consumer.name]);
  assert.deepEqual(
    versions.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.deepEqual([downloaded.status, shown.status, foreign.status], [204, 200, 404]);
  assert.deepEqual(
    closed.map(({ status }) => status),
    [404, 404],
  );
  assert.deepEqual([removed.status, after.status], [404, 404]);
});

onEachEngine('Modules are shared with all organizations until a list of consumers is set', async (world) => {
  const admin = await world.person({ isAdmin: true });
  const [home, other] = [await world.home(), await world.home()];
  await newModule(home);
  await newPublished(world, home, '1.0.0');
  const versions = `//api/registry/v1/modules/${home.name}/network/aws/versions`;
  const path = `${pathOf(home)}/relationships/module-consumers`;

  const shared = await admin.client.patch(pathOf(home), change({ 'global-module-sharing': true }));
  const open = await other.client.get(versions);
  const nobody = await world.anonymous.get(versions);
  const unknown = await admin.client.patch(path, identifiers('organizations', 'none', home.name));
  await admin.client.patch(path, identifiers('organizations', other.name));
  const listed = await admin.client.get(pathOf(home));

  assert.equal(shared.body.data.attributes['global-module-sharing'], true);
  assert.deepEqual([open.status, nobody.status], [200, 401]);
  assert.deepEqual([unknown.status, pointers(unknown)], [422, ['/data/0/id', '/data/1/id']]);
  assert.equal(listed.body.data.attributes['global-module-sharing'], false);
  assert.equal((await other.client.get(versions)).status, 200);
});

onEachEngine('An administrator deletes an organization', async (world) => {
  const admin = await world.person({ isAdmin: true });
  const home = await world.home();

  assert.equal((await admin.client.delete(pathOf(home))).status, 204);
  assert.equal((await admin.client.get(pathOf(home))).status, 404);
  assert.equal((await home.client.get(`/organizations/${home.name}`)).status, 404);
});
