import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Answer } from '../../../../test/support/answer.ts';
import { archiveOf } from '../../../../test/support/archive.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import {
  modulePath,
  newModule,
  newPublished,
  newVersion,
  send,
  versionDocument,
} from '../../../../test/support/modules.ts';
import { inRounds, statusesOf } from '../../../../test/support/races.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { orphanRemoval } from './orphans.ts';

const hour = 3_600_000;

const archives = query()((db) => db.selectFrom('module_archives').select('id'));
const pieces = query()((db) => db.selectFrom('module_chunks').select('position'));
const kept = async ({ context: { database } }: World) => ({
  archives: (await database.rows(archives, {})).length,
  pieces: (await database.rows(pieces, {})).length,
});

const namedPath = ({ name: home }: Home, name = 'network'): string =>
  `/organizations/${home}/registry-modules/private/${home}/${name}`;

const statuses = (answers: readonly Answer[]): readonly number[] => answers.map(({ status }) => status);

const actionsOf = async (world: World, id: string) => (await auditOf(world, id)).map(({ action }) => action);

onEachEngine('A version is deleted, and its module with the last one', async (world) => {
  const home = await world.home();
  const id = await newModule(home);
  await newPublished(world, home, '1.0.0');
  await newVersion(world, home, '2.0.0');
  const first = await home.client.get(`${modulePath(home)}/1.0.0`);

  const one = await home.client.delete(`${modulePath(home)}/1.0.0`);
  const between = await home.client.get(modulePath(home));
  const last = await home.client.delete(`${modulePath(home)}/2.0.0`);

  assert.deepEqual(statuses([one, between, last]), [204, 200, 204]);
  const after = [`${modulePath(home)}/1.0.0`, modulePath(home), `/registry-modules/${id}`];
  assert.deepEqual(statuses(await Promise.all(after.map((path) => home.client.get(path)))), [404, 404, 404]);
  assert.equal((await actionsOf(world, first.body.data.id)).at(-1), 'registry-module-version.delete');
  assert.equal((await actionsOf(world, id)).at(-1), 'registry-module.delete');
  await newModule(home);
});

onEachEngine('A module is deleted for one provider, or for all providers', async (world) => {
  const home = await world.home();
  for (const provider of ['aws', 'azurerm', 'google']) await newModule(home, 'network', provider);
  await newModule(home, 'other', 'aws');
  const list = async () => (await home.client.get(`/organizations/${home.name}/registry-modules`)).body.data.length;

  const one = await home.client.delete(modulePath(home));
  const left = await list();
  const all = await home.client.delete(namedPath(home));
  const again = await home.client.delete(namedPath(home));

  assert.deepEqual(statuses([one, all, again]), [204, 204, 404]);
  assert.deepEqual([left, await list()], [3, 1]);
});

onEachEngine('The older paths delete modules and versions too', async (world) => {
  const home = await world.home();
  const older = `/registry-modules/actions/delete/${home.name}`;
  for (const provider of ['aws', 'google', 'azurerm']) await newModule(home, 'network', provider);
  await newVersion(world, home, '1.0.0+a');
  await newVersion(world, home, '2.0.0');

  const answers = [
    await home.client.post(`${older}/network/aws/1.0.0+a`),
    await home.client.post(`${older}/network/aws/1.0.0+a`),
    await home.client.post(`${older}/network/google`),
    await home.client.post(`${older}/network`),
    await home.client.post(`${older}/network`),
  ];

  assert.deepEqual(statuses(answers), [204, 404, 204, 204, 404]);
});

onEachEngine(
  'If several requests delete the same version or module at the same time, exactly one succeeds',
  async (world) => {
    const home = await world.home();

    await inRounds(async () => {
      for (const path of [`${modulePath(home)}/1.0.0`, modulePath(home), namedPath(home)]) {
        await newModule(home);
        await newVersion(world, home, '1.0.0');
        const answers = await Promise.all(Array.from({ length: 4 }, () => home.client.delete(path)));

        assert.deepEqual(statusesOf(answers), { 204: 1, 404: 3 });
      }
    });
  },
);

onEachEngine('Creating a version while its module is deleted either succeeds or finds no module', async (world) => {
  const home = await world.home();

  await inRounds(async () => {
    await newModule(home);
    await newVersion(world, home, '1.0.0');
    const [created, deleted] = await Promise.all([
      home.client.post(`${modulePath(home)}/versions`, versionDocument('2.0.0')),
      home.client.delete(`${modulePath(home)}/1.0.0`),
    ]);

    assert.equal(deleted.status, 204);
    assert.ok([201, 404].includes(created.status), String(created.status));
    assert.equal((await home.client.get(modulePath(home))).status, created.status === 201 ? 200 : 404);
    await home.client.delete(modulePath(home));
  });
});

onEachEngine('Simultaneous upload, download and deletion of a version cause no error', async (world) => {
  const home = await world.home();
  await newModule(home);
  await newModule(home, 'other');
  await newPublished(world, home, '1.0.0');
  const link = await newVersion(world, home, '2.0.0');
  const protocol = `//api/registry/v1/modules/${home.name}/network/aws`;

  const [fetched, sent, deleted, pending] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => home.client.get(`${protocol}/1.0.0/download`))),
    send(world, link),
    home.client.delete(`${modulePath(home)}/1.0.0`),
    home.client.delete(`${modulePath(home)}/2.0.0`),
  ]);

  for (const { status } of fetched) assert.ok([204, 404].includes(status), String(status));
  assert.ok([200, 404].includes(sent.status), String(sent.status));
  assert.deepEqual(statuses([deleted, pending]), [204, 204]);
});

onEachEngine('Deleted versions and unfinished uploads leave no archive', async (world) => {
  const home = await world.home();
  await newModule(home);
  const large = archiveOf({
    'main.tf': '',
    'large.bin': randomBytes(5_000_000),
  });
  await newPublished(world, home, '1.0.0', { archive: large });
  await newPublished(world, home, '2.0.0');
  await world.context.database.transaction((tx) =>
    tx.run((db) =>
      db.insertInto('module_archives').values({ id: 'unfinished', created_at: '2026-01-01T00:00:00.000Z' }),
    ),
  );
  await home.client.delete(`${modulePath(home)}/1.0.0`);
  const before = await kept(world);
  world.advance(hour + 1);

  const did = await runOnce(world.context, orphanRemoval(world.context));
  const after = await kept(world);
  const again = await runOnce(world.context, orphanRemoval(world.context));

  assert.deepEqual([did, again], [true, false]);
  assert.equal(before.archives, 3);
  assert.ok(before.pieces > 17, String(before.pieces));
  assert.deepEqual(after, { archives: 1, pieces: 1 });
  assert.equal(
    (await home.client.get(`//api/registry/v1/modules/${home.name}/network/aws/2.0.0/download`)).status,
    204,
  );
});

onEachEngine('An organization is deleted with its registry', async (world) => {
  const home = await world.home();
  await newModule(home);
  await newPublished(world, home, '1.0.0');

  const deleted = await home.client.delete(`/organizations/${home.name}`);

  assert.equal(deleted.status, 204);
  await removeDeleted(world);
  world.advance(hour + 1);
  await runOnce(world.context, orphanRemoval(world.context));
  assert.deepEqual(await kept(world), { archives: 0, pieces: 0 });
});
