import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { documentOf } from '../../../../test/support/documents.ts';
import { newMember } from '../../../../test/support/members.ts';
import {
  modulePath,
  newModule,
  newPublished,
  newVersion,
  pathOfLink,
  send,
  smallArchive,
} from '../../../../test/support/modules.ts';
import { deprecating, reinstating } from '../../../../test/support/seeded-modules.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

const wanting = (isWanted: unknown) => documentOf('organizations', { 'module-deprecation-notices-enabled': isWanted });

onEachEngine('Only the owners of an organization can turn notices in its archives on and off', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  const path = `/organizations/${home.name}`;

  const before = await member.client.get(path);
  const notOwner = await member.client.patch(path, wanting(true));
  const wrong = await home.client.patch(path, wanting('yes'));
  const on = await home.client.patch(path, wanting(true));
  const shown = await member.client.get(path);
  const off = await home.client.patch(path, wanting(false));

  const name = 'module-deprecation-notices-enabled';
  assert.deepEqual([notOwner.status, wrong.status, on.status, off.status], [404, 422, 200, 200]);
  assert.deepEqual(
    [before, on, shown, off].map(({ body }) => body.data.attributes[name]),
    [false, true, true, false],
  );
});

/**
 * Returns the file names in a compressed tar archive. Tar headers are found by their magic number, because the archive
 * consists of several gzip members.
 */
const namesInArchive = (bytes: Buffer): readonly string[] => {
  const tar = gunzipSync(bytes);
  const offsets = Array.from({ length: tar.length / 512 }, (_, index) => index * 512);
  return offsets
    .filter((offset) => tar.toString('latin1', offset + 257, offset + 262) === 'ustar')
    .map((offset) => tar.toString('utf8', offset, offset + 100).replaceAll('\0', ''));
};

const reason = 'Leaks keys. "%{ if true }';
const link = 'https://example.com/7';
const noticeName = 'tipstaff_deprecation_notice.tf';

const opt = (home: Home, isWanted: boolean) => home.client.patch(`/organizations/${home.name}`, wanting(isWanted));

/** Downloads a version with the given request headers, and returns the files in the archive. */
const fetchedBy = async (world: World, home: Home, headers: Record<string, string>, query = '') => {
  const path = `//api/registry/v1/modules/${home.name}/network/aws/1.0.0/download${query}`;
  const { headers: sentHeaders } = await home.client.request('GET', path, { headers });
  const where = sentHeaders.get('x-terraform-get') ?? '';
  const answer = await world.anonymous.get(pathOfLink(world, where));
  return { answer, files: namesInArchive(answer.bytes) };
};

const terraform = (version: string) => ({ 'x-terraform-version': version });

onEachEngine(
  'The archive of a deprecated version contains a notice if the organization wants it and the client can show it',
  async (world) => {
    const home = await world.home();
    await newModule(home);
    await newPublished(world, home, '1.0.0');
    const version = `${modulePath(home)}/1.0.0`;
    const modern = { 'x-terraform-version': '1.11.4', 'user-agent': 'Terraform/1.11.4 (+https://www.terraform.io)' };

    await opt(home, true);
    const good = await fetchedBy(world, home, modern);
    await home.client.patch(version, deprecating({ reason, link }));
    const noticed = await fetchedBy(world, home, modern);
    const again = await send(world, await newVersion(world, home, '1.0.1'), noticed.answer.bytes);
    const original = await fetchedBy(world, home, modern, '?original=true');
    await opt(home, false);
    const unwanted = await fetchedBy(world, home, modern);
    await opt(home, true);
    await home.client.patch(version, reinstating);
    const reverted = await fetchedBy(world, home, modern);

    assert.deepEqual(noticed.files, [noticeName, 'main.tf']);
    assert.equal(again.status, 422);
    assert.match(
      again.body.errors[0].detail,
      /^The archive contains the notice file that the registry adds to deprecated versions/,
    );
    for (const { answer, files } of [good, original, unwanted, reverted]) {
      assert.deepEqual(files, ['main.tf']);
      assert.ok(answer.bytes.equals(smallArchive));
      assert.equal(answer.headers.get('etag'), good.answer.headers.get('etag'));
      assert.match(answer.headers.get('repr-digest') ?? '', /^sha-256=:/);
    }
    const { bytes, headers } = noticed.answer;
    assert.ok(bytes.subarray(-smallArchive.length).equals(smallArchive));
    assert.equal(headers.get('content-length'), String(bytes.length));
    assert.equal(headers.get('repr-digest'), null);
    assert.notEqual(headers.get('etag'), good.answer.headers.get('etag'));
  },
);

onEachEngine('Clients that do not support check blocks get the original archive', async (world) => {
  const home = await world.home();
  await newModule(home);
  await newPublished(world, home, '1.0.0');
  await opt(home, true);
  await home.client.patch(`${modulePath(home)}/1.0.0`, deprecating({ reason }));
  const clients: readonly (readonly [Record<string, string>, boolean])[] = [
    [{}, false],
    [terraform('1.4.7'), false],
    [terraform('0.15.0'), false],
    [terraform('1.5.0-alpha20230504'), true],
    [terraform('1.10.0'), true],
    [terraform('2.0.0'), true],
    [terraform('1'), false],
    [terraform('new'), false],
    [{ 'user-agent': 'Terraform/1.4.6' }, false],
    [{ 'user-agent': 'Terraform/1.9.8' }, true],
    [{ 'user-agent': 'HashiCorp Terraform/1.9.8 (+https://www.terraform.io)' }, true],
    [{ 'user-agent': 'OpenTofu/1.6.2' }, true],
    [{ 'user-agent': 'curl/8.5.0' }, false],
  ];

  const got = await Promise.all(clients.map(([headers]) => fetchedBy(world, home, headers)));

  assert.deepEqual(
    got.map(({ files }) => files.includes(noticeName)),
    clients.map(([, isNoticed]) => isNoticed),
  );
});

onEachEngine('A link made before the end of a deprecation returns the original archive', async (world) => {
  const home = await world.home();
  await newModule(home);
  await newPublished(world, home, '1.0.0');
  const version = `${modulePath(home)}/1.0.0`;
  await opt(home, true);
  await home.client.patch(version, deprecating({ reason }));
  const path = `//api/registry/v1/modules/${home.name}/network/aws/1.0.0/download`;
  const sentHeaders = await home.client.request('GET', path, { headers: terraform('1.11.4') });
  const where = pathOfLink(world, sentHeaders.headers.get('x-terraform-get') ?? '');
  const head = await world.anonymous.request('HEAD', where);
  const before = await world.anonymous.get(where);
  await home.client.patch(version, reinstating);

  const after = await world.anonymous.get(where);

  assert.equal(head.headers.get('content-length'), String(before.bytes.length));
  assert.ok(before.bytes.length > smallArchive.length);
  assert.ok(after.bytes.equals(smallArchive));
});
