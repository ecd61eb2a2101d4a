import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { archiveOf } from '../../../../test/support/archive.ts';
import { actionsIn, auditOf } from '../../../../test/support/audit.ts';
import { details, pointers } from '../../../../test/support/documents.ts';
import {
  archivesIn,
  modulePath,
  newModule,
  newPublished,
  newVersion,
  pathOfLink,
  send,
  smallArchive,
  versionDocument,
} from '../../../../test/support/modules.ts';
import { inRounds, statusesOf } from '../../../../test/support/races.ts';
import { openRequest, sendRaw } from '../../../../test/support/raw.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('A version gets its archive through a link without a token, and shows its declarations', async (world) => {
  const home = await world.home();
  await newModule(home);
  const archive = archiveOf({
    'README.md': '# Network\n',
    'main.tf': [
      'terraform {\n  required_version = ">= 1.5"\n}',
      'variable "cidr" {\n  type = string\n  description = "The range."\n}',
      'output "id" {\n  description = "The network."\n  value = 1\n}',
      'resource "terraform_data" "it" {}\n',
    ].join('\n'),
  });

  const created = await home.client.post(`${modulePath(home)}/versions`, versionDocument('1.0.0'));
  const { id, links } = created.body.data;
  const pending = await home.client.get(`${modulePath(home)}/1.0.0`);
  const sent = await send(world, pathOfLink(world, links.upload), archive);
  const shown = await home.client.get(`${modulePath(home)}/1.0.0`);
  const named = await home.client.get(`${modulePath(home)}/version?module_version=1.0.0`);

  assert.equal(created.status, 201);
  assert.match(id, /^modver-[1-9A-HJ-NP-Za-km-z]{16}$/);
  assert.equal(created.body.data.attributes.source, 'tfe-api');
  assert.equal(created.body.data.attributes.status, 'pending');
  assert.match(links.upload, /\/object\/[\w.-]+\.[\w-]{43}$/);
  assert.equal(pending.body.data.links.upload, links.upload);
  assert.equal(pending.body.data.attributes.sha256, null);
  assert.equal(sent.status, 200);
  assert.equal(sent.bytes.length, 0);
  const { attributes } = shown.body.data;
  assert.equal(attributes.status, 'ok');
  assert.equal(attributes.sha256, createHash('sha256').update(archive).digest('hex'));
  assert.equal(attributes.size, archive.length);
  assert.equal(attributes.readme, '# Network\n');
  assert.deepEqual(attributes.inputs, [
    { name: 'cidr', type: 'string', description: 'The range.', default: null, required: true, sensitive: false },
  ]);
  assert.deepEqual(attributes.outputs, [{ name: 'id', description: 'The network.', sensitive: false }]);
  assert.deepEqual(attributes.resources, ['terraform_data.it']);
  assert.equal(attributes['required-version'], '>= 1.5');
  assert.equal(attributes.deprecation, null);
  assert.equal(shown.body.data.links.upload, undefined);
  assert.equal(attributes['upload-expires-at'], null);
  assert.deepEqual(named.body, shown.body);
});

onEachEngine('The same archive is accepted again and changes nothing; another one is not found', async (world) => {
  const home = await world.home();
  await newModule(home);
  const link = await newVersion(world, home, '1.0.0');
  const other = archiveOf({ 'main.tf': 'output "other" { value = 1 }' });
  await send(world, link);
  const before = await home.client.get(`${modulePath(home)}/1.0.0`);
  const actions = await actionsIn(world);

  const again = await send(world, link);
  const chunked = await sendRaw(world.url, { method: 'PUT', path: link.slice(1), body: smallArchive, isChunked: true });
  const others = [
    await send(world, link, other),
    await sendRaw(world.url, { method: 'PUT', path: link.slice(1), body: other, isChunked: true }),
  ];
  const after = await home.client.get(`${modulePath(home)}/1.0.0`);
  const archivesKept = await archivesIn(world);
  await home.client.delete(`${modulePath(home)}/1.0.0`);
  const gone = await send(world, link);

  assert.deepEqual([again.status, chunked.status], [200, 200]);
  assert.deepEqual(
    [...others, gone].map(({ status }) => status),
    [404, 404, 404],
  );
  assert.deepEqual(after.body, before.body);
  assert.deepEqual((await actionsIn(world)).slice(actions.length), [
    'registry-module-version.delete',
    'registry-module.delete',
  ]);
  assert.equal(archivesKept, 1);
});

onEachEngine(
  'Creation and upload are audited with the member who created the version as their actor',
  async (world) => {
    const home = await world.home();
    await newModule(home);
    const created = await home.client.post(`${modulePath(home)}/versions`, versionDocument('1.0.0'));

    await send(world, pathOfLink(world, created.body.data.links.upload));

    const records = await auditOf(world, created.body.data.id);
    assert.deepEqual(
      records.map(({ action, actor }) => [action, actor.id]),
      ['create', 'upload'].map((each) => [`registry-module-version.${each}`, home.owner.user.id]),
    );
    const { name, provider, version, size } = records[1]?.change.after ?? {};
    assert.deepEqual([name, provider, version, size], ['network', 'aws', '1.0.0', smallArchive.length]);
    assert.doesNotMatch(JSON.stringify(records), /object\//);
  },
);

onEachEngine('An invalid version is refused, and each version is created once', async (world) => {
  const home = await world.home();
  await newModule(home);
  const create = (version: unknown) =>
    home.client.post(`${modulePath(home)}/versions`, {
      data: { type: 'registry-module-versions', attributes: { version } },
    });
  await newPublished(world, home, '1.0.0');
  await newVersion(world, home, '1.1.0');

  for (const wrong of [
    '1',
    'vv1.0.0',
    '1.0',
    '01.0.0',
    '1.0.0-',
    '1.0.0+',
    '1.0.0 ',
    'latest',
    `1.0.0-${'a'.repeat(300)}`,
  ]) {
    const refused = await create(wrong);

    assert.equal(refused.status, 422, wrong);
    assert.deepEqual(pointers(refused), ['/data/attributes/version']);
  }
  const [published, waiting, missing] = [await create('1.0.0'), await create('1.1.0'), await create(undefined)];
  assert.deepEqual(details(published), ['Version has already been taken']);
  assert.deepEqual(details(waiting), [
    'Version has already been taken, but its archive has not been uploaded yet: upload the archive',
  ]);
  assert.deepEqual(details(missing), ["Version can't be blank"]);
});

onEachEngine('Only one version with the same precedence exists, and a plus in a path stays a plus', async (world) => {
  const home = await world.home();
  await newModule(home);

  await newPublished(world, home, '1.0.0+one');
  const others = ['1.0.0', '1.0.0+two', 'v1.0.0'].map((version) =>
    home.client.post(`${modulePath(home)}/versions`, versionDocument(version)),
  );
  const refused = await Promise.all(others);
  const tagged = await home.client.post(`${modulePath(home)}/versions`, versionDocument('v1.2.0'));
  const paths = ['1.0.0+one', '1.0.0%2Bone', 'version?module_version=1.0.0+one', 'version?module_version=1.0.0%2Bone'];
  const shown = await Promise.all(paths.map((path) => home.client.get(`${modulePath(home)}/${path}`)));

  assert.deepEqual(
    shown.map(({ status, body }) => [status, body.data.attributes.version]),
    paths.map(() => [200, '1.0.0+one']),
  );
  assert.equal((await home.client.get(`${modulePath(home)}/1.0.0`)).status, 404);
  assert.deepEqual(
    refused.map((answer) => [answer.status, ...details(answer)]),
    others.map(() => [
      422,
      'Clients treat this version as 1.0.0+one, because they ignore the build metadata after "+": choose another version number',
    ]),
  );
  assert.deepEqual([tagged.status, tagged.body.data.attributes.version], [201, '1.2.0']);
});

onEachEngine('The older path creates versions too', async (world) => {
  const home = await world.home();
  await newModule(home);

  const created = await home.client.post(
    `/registry-modules/${home.name}/network/aws/versions`,
    versionDocument('1.0.0'),
  );

  assert.equal(created.status, 201);
  assert.equal((await send(world, pathOfLink(world, created.body.data.links.upload))).status, 200);
});

onEachEngine('An invalid archive is refused with a sentence, and the link stays valid', async (world) => {
  const home = await world.home();
  await newModule(home);
  const link = await newVersion(world, home, '1.0.0');
  const files = await readdir(world.context.config.dataDir);
  const unsound = [
    Buffer.alloc(0),
    Buffer.from('no archive'),
    smallArchive.subarray(0, -9),
    archiveOf({ 'README.md': 'nothing to plan' }),
    archiveOf({ '../main.tf': '' }),
  ];

  for (const archive of unsound) {
    const refused = await send(world, link, archive);

    assert.equal(refused.status, 422);
    assert.equal(refused.headers.get('content-type'), 'application/vnd.api+json');
    assert.match(details(refused)[0] ?? '', /^[A-Z].+\.$/);
  }
  const pending = await home.client.get(`${modulePath(home)}/1.0.0`);
  const sent = await send(world, link);

  assert.equal(pending.body.data.attributes.status, 'pending');
  assert.equal(sent.status, 200);
  assert.equal(await archivesIn(world), 1);
  assert.deepEqual(await readdir(world.context.config.dataDir), files);
});

onEachEngine(
  'If several archives are uploaded for one version at the same time, exactly one is accepted',
  async (world) => {
    const home = await world.home();
    await newModule(home);
    const bodies = Array.from({ length: 4 }, (_, index) =>
      archiveOf({ 'main.tf': `output "number" { value = ${index} }` }),
    );

    const link = await newVersion(world, home, '1.0.0');
    const answers = await Promise.all(bodies.map((body) => send(world, link, body)));

    assert.deepEqual(statusesOf(answers), { 200: 1, 404: 3 });
    const winner = bodies[answers.findIndex(({ status }) => status === 200)] ?? Buffer.alloc(0);
    const shown = await home.client.get(`${modulePath(home)}/1.0.0`);
    assert.equal(shown.body.data.attributes.sha256, createHash('sha256').update(winner).digest('hex'));
    assert.equal(await archivesIn(world), 1);
  },
);

onEachEngine('If several requests create the same version at the same time, exactly one succeeds', async (world) => {
  const home = await world.home();
  await newModule(home);

  await inRounds(async () => {
    const version = `1.0.${Math.floor(Math.random() * 1e9)}`;
    const create = () => home.client.post(`${modulePath(home)}/versions`, versionDocument(version));
    const answers = await Promise.all(Array.from({ length: 4 }, create));

    assert.deepEqual(statusesOf(answers), { 201: 1, 422: 3 });
  });
});

onEachEngine('An archive with a Content-Encoding is refused', async (world) => {
  const home = await world.home();
  await newModule(home);
  const link = await newVersion(world, home, '1.0.0');

  const refused = await world.anonymous.request('PUT', link, {
    raw: smallArchive,
    headers: { 'content-encoding': 'gzip' },
  });

  assert.equal(refused.status, 415);
});

onEachEngine('An organization can upload sixteen archives at the same time without blocking others', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  await newModule(home);
  await newModule(other);
  const [link, theirs] = [await newVersion(world, home, '1.0.0'), await newVersion(world, other, '1.0.0')];
  const rawRequest = { method: 'PUT', path: link.slice(1), headers: { 'content-length': smallArchive.length } };
  const slow = Array.from({ length: 17 }, () => openRequest(world.url, rawRequest));
  for (const { request } of slow) request.write(smallArchive.subarray(0, 10));

  const refused = await Promise.race(slow.map(({ answer }) => answer));
  const taken = await send(world, theirs);
  for (const { request } of slow) request.end(smallArchive.subarray(10));
  const answers = await Promise.all(slow.map(({ answer }) => answer));

  assert.equal(refused.status, 429);
  assert.ok(refused.headers.has('retry-after'));
  assert.equal(taken.status, 200);
  assert.deepEqual(statusesOf(answers), { 200: 16, 429: 1 });
  assert.equal(await archivesIn(world), 2);
});
