// Tests upload links for version archives.
import assert from 'node:assert/strict';
import { actionsIn, auditOf } from '../../../../test/support/audit.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { details } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import {
  archivesIn,
  modulePath,
  newModule,
  newVersion,
  pathOfLink,
  send,
  smallArchive,
  versionDocument,
} from '../../../../test/support/modules.ts';
import { statusesOf } from '../../../../test/support/races.ts';
import { secondInstance } from '../../../../test/support/second-instance.ts';
import { signedIn } from '../../../../test/support/session.ts';
import { onEachEngine, setRateLimit } from '../../../../test/support/world.ts';

const minute = 60_000;
const hour = 60 * minute;

onEachEngine(
  'Showing a pending version returns the upload link to users who may upload, and writes nothing',
  async (world) => {
    const home = await world.home();
    await newModule(home);
    const path = `${modulePath(home)}/1.0.0`;
    const { client: reader } = await newMember(world, home, await newTeam(world, home, ['manage-policies']));
    const { client: publisher } = await newMember(world, home, await newTeam(world, home, ['manage-modules']));
    const created = await home.client.post(`${modulePath(home)}/versions`, versionDocument('1.0.0'));
    const before = await actionsIn(world);

    const shown = await home.client.get(path);
    const again = await home.client.get(path);
    const read = await reader.get(path);
    const theirs = await publisher.get(path);
    const sent = await send(world, pathOfLink(world, theirs.body.data.links.upload));

    const { attributes, links, id } = created.body.data;
    assert.deepEqual([shown.body.data.links, again.headers.get('etag')], [links, shown.headers.get('etag')]);
    const validFor = Date.parse(attributes['upload-expires-at']) - world.context.clock.now();
    assert.ok(validFor > hour - minute && validFor <= 2 * hour, String(validFor));
    assert.deepEqual([read.status, read.body.data.links.upload], [200, undefined]);
    assert.equal(read.body.data.attributes['upload-expires-at'], null);
    assert.notEqual(theirs.body.data.links.upload, links.upload);
    assert.equal(sent.status, 200);
    assert.deepEqual((await actionsIn(world)).slice(before.length), ['registry-module-version.upload']);
    const [, upload] = await auditOf(world, id);
    assert.notEqual(upload?.actor.id, home.owner.user.id);
  },
);

onEachEngine('An altered link is refused, and counts as a refused request of the client address', async (world) => {
  const home = await world.home();
  await newModule(home);
  const link = await newVersion(world, home, '1.0.0');
  const other = await newVersion(world, home, '2.0.0');
  await setRateLimit(world.context, 30);
  const [, id = '', endsAt = ''] = link.split('.');
  const altered = [
    link.replace(id, other.split('.')[1] ?? ''),
    link.replace(endsAt, String(Number(endsAt) + 1)),
    link.replace('/upload.', '/download.'),
    link.replace(home.owner.user.id, `user-${'1'.repeat(16)}`),
    link.slice(0, -1),
    `${link}A`,
    `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
    link.replace(/\.[0-9a-f]{16}\./, `.${'0'.repeat(16)}.`),
    ...Array.from({ length: 30 }, (_, index) => link.replace(endsAt, String(index))),
  ];

  const answers = await Promise.all(altered.map((each) => send(world, each)));
  const sent = await send(world, link);

  assert.deepEqual(Object.keys(statusesOf(answers)), ['404', '429']);
  assert.deepEqual(
    answers.slice(0, 8).map(({ status }) => status === 404 || status === 429),
    Array(8).fill(true),
  );
  assert.equal(sent.status, 200);
});

onEachEngine('Every instance with the key accepts and shows the same links', async (world) => {
  await using second = await secondInstance(world);
  const home = await world.home();
  await newModule(home);
  const [one, two] = [await newVersion(world, home, '1.0.0'), await newVersion(world, home, '2.0.0')];
  const there = clientOf(second.url);

  const sent = await there.put(one, smallArchive);
  const shown = await clientOf(second.url, home.owner.token).get(`${modulePath(home)}/2.0.0`);

  assert.equal(sent.status, 200);
  assert.equal(new URL(shown.body.data.links.upload).pathname, two.slice(1));
});

onEachEngine('A link accepts an archive until it expires, and nothing else', async (world) => {
  const home = await world.home();
  await newModule(home);
  const [used, late] = [await newVersion(world, home, '1.0.0'), await newVersion(world, home, '2.0.0')];
  await send(world, used);

  const read = await world.anonymous.get(late);
  world.advance(2 * hour);
  const tooLate = [await send(world, used), await send(world, late)];
  const unknown = await send(world, `//object/${'A'.repeat(43)}`);
  const shapeless = await send(world, '//object/swordfish');

  const answers = [read, ...tooLate, unknown, shapeless];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404, 404],
  );
});

onEachEngine('A version whose link has expired shows a new one', async (world) => {
  const home = await world.home();
  await newModule(home);
  const first = await newVersion(world, home, '1.0.0');
  world.advance(2 * hour);

  const created = await home.client.post(`${modulePath(home)}/versions`, versionDocument('1.0.0'));
  const shown = await home.client.get(`${modulePath(home)}/1.0.0`);
  const [old, fresh] = [await send(world, first), await send(world, pathOfLink(world, shown.body.data.links.upload))];

  assert.deepEqual(details(created), [
    'Version has already been taken, but its archive has not been uploaded yet: upload the archive',
  ]);
  assert.deepEqual([old.status, fresh.status], [404, 200]);
  const actions = (await auditOf(world, shown.body.data.id)).map(({ action }) => action.split('.')[1]);
  assert.deepEqual(actions, ['create', 'upload']);
});

onEachEngine(
  'A link made during an impersonation is audited with both people and ends with the impersonation',
  async (world) => {
    const home = await world.home();
    await newModule(home);
    const { browser, user: admin } = await signedIn(world, { isAdmin: true });
    await browser.post(`/admin/users/${home.owner.user.id}/actions/impersonate`, { reason: 'ticket 7' });
    const create = async (version: string) => {
      const { body } = await browser.post(`${modulePath(home)}/versions`, versionDocument(version));
      return { id: body.data.id, link: pathOfLink(world, body.data.links.upload) };
    };
    const [used, late] = [await create('1.0.0'), await create('2.0.0')];

    const sent = await send(world, used.link);
    await browser.post('/admin/users/actions/unimpersonate');
    const tooLate = await send(world, late.link);

    assert.deepEqual([sent.status, tooLate.status], [200, 404]);
    const record = (await auditOf(world, used.id)).at(-1);
    assert.deepEqual(
      [record?.action, record?.actor.id, record?.actor.impersonator?.id, record?.actor.reason],
      ['registry-module-version.upload', home.owner.user.id, admin.id, 'ticket 7'],
    );
  },
);

onEachEngine('A link works only while its creator may manage modules', async (world) => {
  const home = await world.home();
  await newModule(home);
  const team = await newTeam(world, home, ['manage-modules']);
  const publisher = await newMember(world, home, team);
  const publisherHome = { ...home, client: publisher.client };
  const [demoted, suspended] = [
    await newVersion(world, publisherHome, '1.0.0'),
    await newVersion(world, home, '2.0.0'),
  ];
  const client = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const byTeam = await newVersion(world, { ...home, client }, '3.0.0');
  const revoked = { data: { type: 'teams', attributes: { 'organization-access': { 'manage-modules': false } } } };
  await home.client.patch(`/teams/${team}`, revoked);
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('users').set({ is_suspended: 1 }).where('id', '=', home.owner.user.id)),
  );

  const answers = [await send(world, demoted), await send(world, suspended), await send(world, byTeam)];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404],
  );
  assert.equal(await archivesIn(world), 0);
});
