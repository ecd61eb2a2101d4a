// Tests which modules workspaces use, from the plans of real evaluations.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { administrator } from '../../../../test/support/admin-users.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { created, evaluatedIn, evaluationIn, pathOf } from '../../../../test/support/evaluations.ts';
import { giveAccess } from '../../../../test/support/grants.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { setPlan } from '../../../../test/support/plans.ts';
import { type CalledModule, planCalling } from '../../../../test/support/plans-with-modules.ts';
import { rawStatement } from '../../../../test/support/raw-statement.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { secondInstance } from '../../../../test/support/second-instance.ts';
import { deprecating, seedModule } from '../../../../test/support/seeded-modules.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, openWorld, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { maxCalls } from '../../../protocols/module-lists/registry-calls.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { evaluationJob } from '../../policies/evaluations/job.ts';
import { replaceUses } from './store.ts';

/** Evaluates a plan that calls modules, one second after all previous evaluations. */
const evaluate = (
  world: World,
  home: Pick<Home, 'client' | 'name'>,
  workspace: string,
  modules: readonly CalledModule[],
) => {
  world.advance(1_000);
  return evaluatedIn(world, home, workspace, planCalling(world, modules));
};

type Attributes = Readonly<Record<string, unknown>>;

const attributesIn = async ({ client }: Pick<Home, 'client'>, path: string): Promise<readonly Attributes[]> => {
  const { status, body } = await client.get(path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ attributes }: { attributes: Attributes }) => attributes);
};

/** Returns the module versions that a workspace uses, such as `network/aws 1.0.0`. */
const used = async (home: Pick<Home, 'client'>, workspace: string, filter = ''): Promise<readonly string[]> =>
  (await attributesIn(home, `/workspaces/${workspace}/modules${filter}`)).map(
    ({ module, version }) => `${String(module).split('/').slice(1).join('/')} ${version}`,
  );

const rows = query()((db) => db.selectFrom('workspace_modules').selectAll().orderBy('version_id'));
const rowsIn = ({ context }: World) => context.database.rows(rows, {});

onEachEngine('A workspace uses the module versions that the last plan of it selects', async (world) => {
  const home = await world.home();
  const network = await seedModule(world, home, {
    name: 'network',
    versions: ['1.0.0', '1.4.0', '1.5.0-rc.1', '1.9.0', '2.0.0'],
  });
  const absent = network.versions.get('1.9.0') ?? '';
  await seedModule(world, home, { name: 'network', provider: 'google' });
  await world.context.database.transaction(async (tx) => {
    await tx.run((db) => db.updateTable('module_versions').set({ status: 'pending' }).where('id', '=', absent));
  });
  const storage = await seedModule(world, home, { name: 'storage' });
  const workspace = await newWorkspace(home, 'shop');
  await home.client.patch(
    `${network.path}/1.4.0`,
    deprecating({ reason: 'It opens port 22.'.padEnd(1_001, '!'), link: 'https://example.com/7' }),
  );

  const evaluation = await evaluate(world, home, workspace, [
    { address: network.address, version: '~> 1.0' },
    { address: `${storage.address}//modules/bucket` },
    { address: storage.address.toUpperCase().replace('STORAGE', 'storage').replace('AWS', 'aws'), version: '9.9.9' },
  ]);
  const [first, second, ...others] = await attributesIn(home, `/workspaces/${workspace}/modules`);
  const deprecated = await used(home, workspace, '?filter[deprecated]=true');
  const good = await used(home, workspace, '?filter[deprecated]=false');
  const before = await rowsIn(world);
  await evaluate(world, home, workspace, [
    { address: network.address, version: '~> 1.0' },
    { address: storage.address },
  ]);
  const same = await rowsIn(world);
  await evaluate(world, home, workspace, [{ address: network.address, version: '2.0.0' }]);

  assert.deepEqual(
    evaluation.attributes.notices.filter((notice: string) => notice.includes('modules')),
    [],
  );
  assert.deepEqual(first, {
    'workspace-name': 'shop',
    module: network.address,
    version: '1.4.0',
    'requested-version': '~> 1.0',
    deprecation: { reason: `${'It opens port 22.'.padEnd(999, '!')}…`, link: 'https://example.com/7' },
    'newest-version': '2.0.0',
  });
  assert.deepEqual(
    [second?.module, second?.version, second?.['requested-version'], second?.deprecation],
    [storage.address, '1.0.0', '', null],
  );
  assert.deepEqual(others, []);
  assert.deepEqual([deprecated, good], [['network/aws 1.4.0'], ['storage/aws 1.0.0']]);
  assert.deepEqual(same, before);
  assert.deepEqual(await used(home, workspace), ['network/aws 2.0.0']);
});

test('The host in a module source may be written in several ways', async () => {
  const environment = { TIPSTAFF_HOST_ALIASES: 'registry.example.com,bücher.example.org' };
  await using world = await openWorld('sqlite', { environment });
  const home = await world.home();
  const { address } = await seedModule(world, home);
  const workspace = await newWorkspace(home, 'shop');
  const hosts = ['registry.example.com', 'Registry.Example.COM:443', 'xn--bcher-kva.example.org', 'BÜCHER.example.org'];

  for (const host of hosts) {
    await evaluate(world, home, workspace, []);
    assert.deepEqual(await rowsIn(world), [], host);
    await evaluate(world, home, workspace, [{ host, address }]);
    assert.equal((await rowsIn(world)).length, 1, host);
  }
});

onEachEngine('One version is read for each call of a module with many versions', async (world) => {
  const home = await world.home();
  const minors = Array.from({ length: 500 }, (_, minor) => [`1.${minor}.0`, `1.${minor}.1-rc.1`]).flat();
  const { address, versions } = await seedModule(world, home, { versions: minors });
  const workspace = await newWorkspace(home, 'shop');
  const selected = new Map([
    ['', '1.499.0'],
    ['< 1.400', '1.399.0'],
    ['<= 1.300.0', '1.300.0'],
    ['> 1.200.0, < 1.202', '1.201.0'],
    ['<= 1.100, != 1.100.0, != 1.99.0', '1.98.0'],
    ['1.50.1-rc.1', '1.50.1-rc.1'],
    ['> 1.499.0', undefined],
    ['1.1.0, 1.2.0', undefined],
  ]);
  const scan = mock.method(world.context.database, 'scan');

  await evaluate(
    world,
    home,
    workspace,
    [...selected.keys()].map((version) => ({ address, version })),
  );
  const read = await Promise.all(scan.mock.calls.map(({ result }) => result));
  scan.mock.restore();

  assert.ok(Math.max(...read.map((each) => each?.length ?? 0)) <= selected.size);
  assert.deepEqual(
    new Map((await rowsIn(world)).map(({ version_id, requested }) => [requested, version_id])),
    new Map([...selected].flatMap(([wanted, version]) => (version ? [[wanted, versions.get(version)]] : []))),
  );
});

onEachEngine('Only evaluations that count for their workspace change the modules that it uses', async (world) => {
  const home = await world.home();
  const { address } = await seedModule(world, home, { versions: ['1.0.0', '2.0.0'] });
  const workspace = await newWorkspace(home, 'shop');
  const { client } = await newMember(world, home);
  const by = { client, name: home.name };
  await evaluate(world, home, workspace, [{ address, version: '1.0.0' }]);

  await evaluate(world, by, workspace, [{ address, version: '2.0.0' }]);
  const afterMember = await rowsIn(world);
  await evaluate(world, home, workspace, []);

  assert.equal(afterMember.length, 1);
  assert.equal(afterMember[0]?.requested, '1.0.0');
  assert.deepEqual(await rowsIn(world), []);
});

onEachEngine('An older evaluation that ends after a newer one does not change the modules', async (world) => {
  const home = await world.home();
  const { address } = await seedModule(world, home, { versions: ['1.0.0', '2.0.0'] });
  const workspace = await newWorkspace(home, 'shop');
  const path = `/organizations/${home.name}/evaluations`;
  const older = await created({ by: home, path, document: evaluationIn(workspace) });
  await evaluate(world, home, workspace, [{ address, version: '2.0.0' }]);

  const sent = await home.client.put(pathOf(older.links.upload), planCalling(world, [{ address, version: '1.0.0' }]));
  await runOnce(world.context, evaluationJob(world.context));
  const { body } = await home.client.get(`/policy-evaluations/${older.id}`);

  assert.equal(sent.status, 202);
  assert.equal(body.data.attributes.status, 'passed');
  assert.deepEqual(
    (await rowsIn(world)).map(({ requested }) => requested),
    ['2.0.0'],
  );
});

onEachEngine('A module of another organization is used only while that organization shares it', async (world) => {
  const [home, other, stranger] = [await world.home(), await world.home(), await world.home()];
  const shared = await seedModule(world, other, { name: 'shared' });
  const secret = await seedModule(world, stranger, { name: 'secret' });
  const workspace = await newWorkspace(home, 'shop');
  const { client: admin } = await administrator(world);
  const sharing = (consumers: readonly string[]) =>
    admin.patch(`/admin/organizations/${other.name}/relationships/module-consumers`, {
      data: consumers.map((id) => ({ id, type: 'organizations' })),
    });
  assert.equal((await sharing([home.name])).status, 204);
  await other.client.patch(`${shared.path}/1.0.0`, deprecating());

  await evaluate(world, home, workspace, [{ address: shared.address }, { address: secret.address }]);
  const [whileShared, stored] = [await used(home, workspace), await rowsIn(world)];
  const filtered = async () =>
    (await attributesIn(home, `/organizations/${home.name}/workspace-results?filter[deprecated-modules]=true`)).length;
  const isListed = await filtered();
  const byPublisher = (await other.client.get(`${shared.path}/1.0.0/workspaces`)).body;
  await setPlan(world, other, 'standard');
  const withoutPlan = (await other.client.get(`${shared.path}/1.0.0/workspaces`)).body;
  await sharing([]);

  assert.deepEqual(whileShared, ['shared/aws 1.0.0']);
  assert.equal(stored.length, 1);
  assert.equal(isListed, 1);
  assert.deepEqual([byPublisher.data, byPublisher.meta['workspace-count']], [[], 1]);
  assert.deepEqual([withoutPlan.data, withoutPlan.meta['workspace-count']], [[], null]);
  assert.deepEqual(await used(home, workspace), []);
  assert.equal(await filtered(), 0);
});

onEachEngine('The workspaces that use a version are listed for those who may read them', async (world) => {
  const home = await world.home();
  const { address, path } = await seedModule(world, home);
  const [shop, billing] = [await newWorkspace(home, 'shop'), await newWorkspace(home, 'billing')];
  for (const workspace of [shop, billing]) await evaluate(world, home, workspace, [{ address }]);
  const member = await newMember(world, home);
  const teamId = await newTeam(world, home, []);
  const team = await clientOfOwner(world, { kind: 'team', id: teamId, organizationId: home.organization.id });
  assert.equal((await giveAccess(home.client, { team: teamId, workspace: shop }, 'read')).status, 201);
  await home.client.patch(`${path}/1.0.0`, deprecating());
  assert.equal((await team.get(`//api/registry/v1/modules/${address}/1.0.0/download`)).status, 204);
  await using second = await secondInstance(world);

  const seenBy = async (client: Home['client']) => {
    const { body } = await client.get(`${path}/1.0.0/workspaces`);
    return [
      body.data.map(({ attributes }: { attributes: Attributes }) => attributes['workspace-name']),
      body.meta['workspace-count'],
    ];
  };

  const allSeenBy = async (client: Home['client']) =>
    (await attributesIn({ client }, `/organizations/${home.name}/workspace-modules`)).map(
      (each) => each['workspace-name'],
    );

  const inUseFor = async (client: Home['client']) => {
    const [used] = await attributesIn({ client }, `/organizations/${home.name}/registry-modules/deprecations-in-use`);
    return [used?.workspaces, used?.['workspace-count']];
  };
  const preview = { versions: '1.0.0', 'dry-run': true, deprecation: { 'deprecated-status': 'Undeprecated' } };
  const reinstating = await home.client.post(`${path}/actions/set-deprecation`, {
    data: { type: 'module-versions', attributes: preview },
  });

  assert.equal(reinstating.body.data.attributes['workspace-count'], 2);
  assert.deepEqual(await inUseFor(home.client), [
    [
      { id: billing, name: 'billing' },
      { id: shop, name: 'shop' },
    ],
    2,
  ]);
  assert.deepEqual(await inUseFor(member.client), [[], 0]);
  assert.deepEqual(await inUseFor(team), [[{ id: shop, name: 'shop' }], 1]);
  assert.deepEqual(await allSeenBy(home.client), ['billing', 'shop']);
  assert.deepEqual(await allSeenBy(member.client), []);
  assert.deepEqual(await allSeenBy(team), ['shop']);
  assert.deepEqual(await seenBy(home.client), [['billing', 'shop'], 2]);
  assert.deepEqual(await seenBy(member.client), [[], null]);
  assert.deepEqual(await seenBy(team), [['shop'], null]);
  assert.deepEqual(await seenBy(clientOf(second.url, home.owner.token)), [['billing', 'shop'], 2]);
});

onEachEngine('At most five workspaces are named for a deprecated version in use', async (world) => {
  const home = await world.home();
  const { address, path, versions } = await seedModule(world, home);
  const names = ['f', 'e', 'd', 'c', 'b', 'a'];
  const uses = new Map([[versions.get('1.0.0') ?? '', '']]);
  for (const name of names) {
    const place = { organization: home.organization.id, workspace: await newWorkspace(home, name) };
    await world.context.database.transaction((tx) => replaceUses(tx, place, uses));
  }
  await home.client.patch(`${path}/1.0.0`, deprecating());
  assert.equal((await home.client.get(`//api/registry/v1/modules/${address}/1.0.0/download`)).status, 204);

  const [used] = await attributesIn(home, `/organizations/${home.name}/registry-modules/deprecations-in-use`);

  assert.deepEqual(
    [used?.workspaces, used?.['workspace-count']].flat().map((each) => Object(each).name ?? each),
    [...['a', 'b', 'c', 'd', 'e'], 6],
  );
});

onEachEngine('The modules of a plan are limited, and unusual names are ignored', async (world) => {
  const home = await world.home();
  const { address, path } = await seedModule(world, home, { versions: ['1.0.0'] });
  const workspace = await newWorkspace(home, 'shop');
  const many = Array.from({ length: 10_000 }, (_, index) => ({ address: `${home.name}/module-${index}/aws` }));

  const unusual = await evaluate(world, home, workspace, [
    { address: `${address}\u0000`, version: '1.0.0' },
    { address, version: '1.0.0\u0000' },
    { address, version: `>= 0.1${' '.repeat(300)}, < 2` },
    { address: `${home.name}/../aws`, version: '1.0.0' },
    { address, version: ', '.repeat(100) },
  ]);
  const afterUnusual = await rowsIn(world);
  const tooMany = await evaluate(world, home, workspace, [{ address, version: '1.0.0' }, ...many]);

  assert.equal(unusual.attributes.status, 'passed');
  assert.deepEqual(
    afterUnusual.map(({ requested }) => requested),
    ['>= 0.1 , < 2'],
  );
  assert.ok(
    tooMany.attributes.notices.includes(
      `Some modules that the workspace uses were not stored: at most ${maxCalls} are stored.`,
    ),
  );
  assert.deepEqual(
    (await rowsIn(world)).map(({ requested }) => requested),
    ['1.0.0'],
  );
  assert.deepEqual((await home.client.get(`${path}/1.0.0/workspaces`)).body.meta['workspace-count'], 1);
});

onEachEngine('An evaluation keeps its result if the modules cannot be looked up', async (world) => {
  const home = await world.home();
  const { address } = await seedModule(world, home);
  const workspace = await newWorkspace(home, 'shop');
  const rename = (from: string, to: string) =>
    world.context.database.transaction((tx) => tx.run(rawStatement(`alter table ${from} rename to ${to}`)));

  await rename('workspace_modules', 'hidden');
  const { attributes } = await evaluate(world, home, workspace, [{ address }]);
  await rename('hidden', 'workspace_modules');

  assert.equal(attributes.status, 'passed');
  assert.match(attributes.notices.join('\n'), /^The modules that the workspace uses were not stored, because/m);
  assert.deepEqual(await rowsIn(world), []);
});

onEachEngine('A version that is deleted before its use is stored is left out', async (world) => {
  const home = await world.home();
  const { versions } = await seedModule(world, home);
  const workspace = await newWorkspace(home, 'shop');
  const kept = versions.get('1.0.0') ?? '';
  const uses = new Map([
    ['modver-deleted', '~> 1.0'],
    [kept, '1.0.0'],
  ]);

  await world.context.database.transaction((tx) =>
    replaceUses(tx, { organization: home.organization.id, workspace }, uses),
  );

  const own = { workspace_id: workspace, organization_id: home.organization.id };
  assert.deepEqual(await rowsIn(world), [{ ...own, version_id: kept, requested: '1.0.0' }]);
});

onEachEngine('Deleted workspaces, versions and organizations use nothing any more', async (world) => {
  const home = await world.home();
  const [one, other] = [await seedModule(world, home, { versions: ['1.0.0', '2.0.0'] }), await seedModule(world, home)];
  const [shop, billing] = [await newWorkspace(home, 'shop'), await newWorkspace(home, 'billing')];
  for (const workspace of [shop, billing])
    await evaluate(world, home, workspace, [{ address: one.address, version: '1.0.0' }, { address: other.address }]);
  await home.client.patch(`${one.path}/1.0.0`, deprecating());
  const filtered = async (choice: boolean) =>
    (
      await attributesIn(home, `/organizations/${home.name}/workspace-results?filter[deprecated-modules]=${choice}`)
    ).map(({ name }) => name);

  const before = [await filtered(true), await filtered(false)];
  assert.equal((await home.client.delete(`${one.path}/1.0.0`)).status, 204);
  const afterVersion = [await filtered(true), await used(home, shop)];
  assert.equal((await home.client.delete(`/workspaces/${shop}`)).status, 204);
  const left = (await home.client.get(`${other.path}/1.0.0/workspaces`)).body;
  await removeDeleted(world);
  const stored = await rowsIn(world);
  assert.equal((await home.client.delete(`/organizations/${home.name}`)).status, 204);
  await removeDeleted(world);

  assert.deepEqual(before, [['billing', 'shop'], []]);
  assert.deepEqual(afterVersion, [[], [`${other.name}/aws 1.0.0`]]);
  assert.deepEqual([left.data.length, left.meta['workspace-count']], [1, 1]);
  assert.deepEqual(
    stored.map(({ workspace_id, version_id }) => [workspace_id, version_id]),
    [[billing, other.versions.get('1.0.0')]],
  );
  assert.deepEqual(await rowsIn(world), []);
});
