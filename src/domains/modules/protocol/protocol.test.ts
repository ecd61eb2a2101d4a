import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Answer } from '../../../../test/support/answer.ts';
import { archiveOf } from '../../../../test/support/archive.ts';
import { clientOfOwner, newMember } from '../../../../test/support/members.ts';
import { modulePath, newModule, newPublished, newVersion, pathOfLink } from '../../../../test/support/modules.ts';
import { seedModule } from '../../../../test/support/seeded-modules.ts';
import { type Home, onEachEngine, setRateLimit, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { newId } from '../../../kernel/ids.ts';

const minute = 60_000;

const protocolPath = ({ name }: Home, rest = ''): string => `//api/registry/v1/modules/${name}/network/aws${rest}`;

/** Returns the path of the archive in a response, without the query parameter for the archive type. */
const archiveAt = (world: World, { status, headers }: Answer): string => {
  assert.equal(status, 204);
  const link = headers.get('x-terraform-get') ?? '';
  assert.ok(link.endsWith('?archive=tar.gz'), link);
  return pathOfLink(world, link).replace('?archive=tar.gz', '');
};

const versionsIn = ({ body }: Answer): readonly string[] =>
  body.modules[0].versions.map(({ version }: { version: string }) => version);

const downloads = query()((db) =>
  db.selectFrom('module_downloads').select(['consumer', 'count', 'last_downloaded_at']).orderBy('consumer'),
);

onEachEngine('Service discovery names the path of the modules', async (world) => {
  const answer = await world.anonymous.get('//.well-known/terraform.json');

  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    'modules.v1': '/api/registry/v1/modules/',
    'tfe.v2': '/api/v2/',
    'tfe.v2.1': '/api/v2/',
    'tfe.v2.2': '/api/v2/',
  });
});

onEachEngine('Versions that can be installed are listed, the newest first', async (world) => {
  const home = await world.home();
  await newModule(home);
  for (const version of ['1.9.0', '1.10.0', '1.10.0-rc.2', '1.10.0-rc.10']) await newPublished(world, home, version);
  await newVersion(world, home, '2.0.0');

  const listed = await home.client.get(protocolPath(home, '/versions'));

  assert.equal(listed.status, 200);
  assert.equal(listed.headers.get('content-type'), 'application/json');
  assert.equal(listed.body.modules[0].source, `${home.name}/network/aws`);
  assert.deepEqual(versionsIn(listed), ['1.10.0', '1.10.0-rc.10', '1.10.0-rc.2', '1.9.0']);
});

onEachEngine('A deprecated version shows its reason', async (world) => {
  const home = await world.home();
  await newModule(home);
  for (const version of ['1.0.0', '2.0.0']) await newPublished(world, home, version);
  const shown = await home.client.get(`${modulePath(home)}/1.0.0`);
  const at = '2026-01-01T00:00:00.000Z';
  const owners = { organization_id: home.organization.id, version_id: shown.body.data.id };
  const deprecation = { id: newId('moddep'), ...owners, reason: 'old', link: null };
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.insertInto('module_deprecations').values({ ...deprecation, created_at: at, updated_at: at })),
  );

  const listed = await home.client.get(protocolPath(home, '/versions'));
  const one = await home.client.get(protocolPath(home, '/1.0.0'));

  assert.deepEqual(listed.body.modules[0].versions, [
    { version: '2.0.0', deprecation: null },
    { version: '1.0.0', deprecation: { reason: 'old', link: null } },
  ]);
  assert.deepEqual(one.body.deprecation, { reason: 'old', link: null });
});

onEachEngine('The list of versions shows the beginning of a long reason, a version all of it', async (world) => {
  const home = await world.home();
  const { versions } = await seedModule(world, home, { name: 'network' });
  const reason = '😀'.repeat(20_000);
  const at = '2026-01-01T00:00:00.000Z';
  const owners = { organization_id: home.organization.id, version_id: versions.get('1.0.0') ?? '' };
  const deprecation = { id: newId('moddep'), ...owners, reason, link: null };
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.insertInto('module_deprecations').values({ ...deprecation, created_at: at, updated_at: at })),
  );

  const listed = await home.client.get(protocolPath(home, '/versions'));
  const one = await home.client.get(protocolPath(home, '/1.0.0'));

  assert.equal(listed.body.modules[0].versions[0].deprecation.reason, `${'😀'.repeat(999)}…`);
  assert.equal(one.body.deprecation.reason, reason);
});

onEachEngine('A module is shown with what its newest release declares', async (world) => {
  const home = await world.home();
  await newModule(home);
  await newModule(home, 'network', 'google');
  const archive = archiveOf({
    'README.md': '# Network\n',
    'main.tf': 'variable "cidr" {\n  type = string\n}\ndata "http" "it" {}\n',
    'modules/peering/main.tf': 'output "id" {\n  value = 1\n}\n',
  });
  await newPublished(world, home, '1.0.0', { archive });
  await newPublished(world, home, '2.0.0-beta');

  const newest = await home.client.get(protocolPath(home));
  const named = await home.client.get(protocolPath(home, '/2.0.0-beta'));

  assert.equal(newest.body.id, `${home.name}/network/aws/1.0.0`);
  assert.equal(newest.body.root.readme, '# Network\n');
  assert.deepEqual(newest.body.root.inputs, [
    { name: 'cidr', type: 'string', description: '', default: '', required: true },
  ]);
  assert.deepEqual(newest.body.root.resources, [{ name: 'it', type: 'data.http' }]);
  assert.deepEqual(newest.body.submodules, [
    {
      path: 'modules/peering',
      name: 'peering',
      readme: '',
      empty: false,
      inputs: [],
      outputs: [{ name: 'id', description: '' }],
      provider_dependencies: [],
      resources: [],
    },
  ]);
  assert.deepEqual(newest.body.versions, ['2.0.0-beta', '1.0.0']);
  assert.deepEqual(newest.body.providers, ['aws', 'google']);
  assert.equal(named.body.version, '2.0.0-beta');
});

onEachEngine(
  'An archive is downloaded as it was uploaded, as often as the client wants until the link expires',
  async (world) => {
    const home = await world.home();
    await newModule(home);
    const archive = archiveOf({
      'main.tf': '',
      'large.bin': randomBytes(600_000),
    });
    assert.ok(archive.length > 2 * 262_144, 'more than one piece');
    await newPublished(world, home, '1.0.0+linux', { archive });
    const path = archiveAt(world, await home.client.get(protocolPath(home, '/1.0.0+linux/download')));

    const first = await world.anonymous.get(path);
    const answer = await world.anonymous.request('HEAD', path);
    const withEnding = await world.anonymous.get(`${path}?archive=tar.gz`);
    world.advance(10 * minute + 1);
    const late = await world.anonymous.get(path);

    assert.equal(first.status, 200);
    assert.ok(first.bytes.equals(archive));
    assert.ok(withEnding.bytes.equals(archive));
    const digest = createHash('sha256').update(archive).digest();
    for (const { headers } of [first, answer]) {
      assert.equal(headers.get('content-type'), 'application/gzip');
      assert.equal(headers.get('content-length'), String(archive.length));
      assert.equal(headers.get('repr-digest'), `sha-256=:${digest.toString('base64')}:`);
      assert.equal(headers.get('etag'), `"${digest.toString('hex')}"`);
      assert.equal(headers.get('content-disposition'), 'attachment; filename="network-aws-1.0.0+linux.tar.gz"');
      assert.equal(headers.get('cache-control'), 'private, no-store');
    }
    assert.equal(answer.bytes.length, 0);
    assert.equal(late.status, 404);
  },
);

onEachEngine('A download without a version leads to the newest release', async (world) => {
  const home = await world.home();
  await newModule(home);
  await newPublished(world, home, '1.0.0+build');
  await newPublished(world, home, '2.0.0-beta');

  const led = await home.client.get(protocolPath(home, '/download'));

  assert.equal(led.status, 302);
  const location = led.headers.get('location') ?? '';
  assert.equal(location, `/api/registry/v1/modules/${home.name}/network/aws/1.0.0+build/download`);
  archiveAt(world, await home.client.get(`/${location}`));
});

onEachEngine('Downloads are counted for each consumer', async (world) => {
  const home = await world.home();
  await newModule(home);
  await newPublished(world, home, '1.0.0');
  const token = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
  const path = protocolPath(home, '/1.0.0/download');

  await Promise.all([home.client.get(path), home.client.get(path), token.get(path)]);

  const counted = await world.context.database.rows(downloads, {});
  assert.deepEqual(
    counted.map(({ consumer, count }) => [consumer, count]),
    [
      [`organization:${home.organization.id}`, 1],
      [`user:${home.owner.user.id}`, 2],
    ],
  );
  assert.equal((await home.client.get(protocolPath(home))).body.downloads, 3);
});

onEachEngine('The protocol has its own error format', async (world) => {
  const home = await world.home();
  await newModule(home);
  await newVersion(world, home, '1.0.0');
  const stranger = await world.person();
  const paths = ['', '/versions', '/1.0.0', '/download', '/1.0.0/download', '/9.9.9/download'];

  const missing = await Promise.all(
    ['', '/1.0.0', '/download', '/1.0.0/download', '/9.9.9'].map((rest) => home.client.get(protocolPath(home, rest))),
  );
  const strange = await Promise.all(paths.map((rest) => stranger.client.get(protocolPath(home, rest))));
  const nobody = await Promise.all(paths.map((rest) => world.anonymous.get(protocolPath(home, rest))));

  for (const { status, body, headers } of [...missing, ...strange]) {
    assert.equal(status, 404);
    assert.equal(headers.get('content-type'), 'application/json');
    assert.deepEqual(body, { errors: ['Not found'] });
  }
  for (const { status, body } of nobody) {
    assert.equal(status, 401);
    assert.deepEqual(body, { errors: ['Unauthorized'] });
  }
});

onEachEngine('The protocol refuses requests far over its rate limit in its own error format', async (world) => {
  const home = await world.home();
  await newModule(home);
  const member = await newMember(world, home);
  await setRateLimit(world.context, 1);

  const answers = await Promise.all(
    Array.from({ length: 100 }, () => member.client.get(protocolPath(home, '/versions'))),
  );

  const refused = answers.find(({ status }) => status === 429);
  assert.deepEqual(refused?.body, { errors: ["You have exceeded the API's rate limit."] });
  assert.notEqual(refused?.headers.get('retry-after'), null);
});

onEachEngine('No link leads to a deleted version', async (world) => {
  const home = await world.home();
  await newModule(home);
  for (const version of ['1.0.0', '2.0.0']) await newPublished(world, home, version);
  const path = archiveAt(world, await home.client.get(protocolPath(home, '/1.0.0/download')));

  await home.client.delete(`${modulePath(home)}/1.0.0`);

  assert.equal((await world.anonymous.get(path)).status, 404);
  assert.deepEqual(versionsIn(await home.client.get(protocolPath(home, '/versions'))), ['2.0.0']);
});

onEachEngine('The modules that can be installed are listed and searched page by page', async (world) => {
  const home = await world.home();
  for (const name of ['network', 'storage', 'waiting']) await newModule(home, name);
  await newModule(home, 'network', 'google');
  for (const path of [modulePath(home), modulePath(home, 'storage'), modulePath(home, 'network', 'google')]) {
    await newPublished(world, home, '1.0.0', { path });
  }
  await newPublished(world, home, '2.0.0-rc.1');
  await home.client.get(protocolPath(home, '/1.0.0/download'));
  const path = `//api/registry/v1/modules/${home.name}`;
  const list = async (query: string) => (await home.client.get(`${path}?${query}`)).body;
  const named = ({ modules }: { modules: readonly { id: string }[] }) =>
    modules.map(({ id }) => id.slice(home.name.length + 1));

  const [first, second] = [await list('limit=2'), await list('limit=2&offset=2')];

  assert.deepEqual(named(await list('')), ['network/aws/1.0.0', 'network/google/1.0.0', 'storage/aws/1.0.0']);
  assert.deepEqual(named(await list('q=NETW&provider=google')), ['network/google/1.0.0']);
  assert.deepEqual(named(await list('q=nothing')), []);
  assert.deepEqual(named(first), ['network/aws/1.0.0', 'network/google/1.0.0']);
  assert.equal(first.modules[0].downloads, 1);
  const next_url = `${path.slice(1)}?limit=2&offset=2`;
  assert.deepEqual(first.meta, { limit: 2, current_offset: 0, next_offset: 2, next_url });
  assert.deepEqual(named(second), ['storage/aws/1.0.0']);
  const prev_url = `${path.slice(1)}?limit=2&offset=0`;
  assert.deepEqual(second.meta, { limit: 2, current_offset: 2, prev_offset: 0, prev_url });
});

onEachEngine(
  'Behind a proxy that removes a path prefix, links include the prefix',
  async (world) => {
    const home = await world.home();
    await seedModule(world, home, { name: 'network' });

    const discovered = await world.anonymous.get('//.well-known/terraform.json');
    const newest = await home.client.get(protocolPath(home, '/download'));
    const link = (await home.client.get(protocolPath(home, '/1.0.0/download'))).headers.get('x-terraform-get') ?? '';
    const { servers } = (await world.anonymous.get('/openapi.json')).body;

    assert.deepEqual(
      [discovered.body['modules.v1'], discovered.body['tfe.v2']],
      ['/governance/api/registry/v1/modules/', '/governance/api/v2/'],
    );
    assert.equal(
      newest.headers.get('location'),
      `/governance/api/registry/v1/modules/${home.name}/network/aws/1.0.0/download`,
    );
    assert.ok(link.startsWith('https://example.com/governance/object/'), link);
    assert.deepEqual(servers, [{ url: '/governance' }]);
  },
  { environment: { TIPSTAFF_BASE_URL: 'https://example.com/governance/' } },
);
