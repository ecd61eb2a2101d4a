import assert from 'node:assert/strict';
import { insertModule } from '../../test/support/module-records.ts';
import { onEachEngine, type World } from '../../test/support/world.ts';
import { query } from '../db/query.ts';
import { jobsOf } from '../domains/index.ts';
import { anyVersion } from '../domains/modules/registry/version-store.ts';
import { timestamp } from '../lib/clock.ts';
import { runOnce } from './jobs.ts';

const hour = 3_600_000;

const kept = [
  query()((db) => db.selectFrom('sessions').select('id as name').orderBy('id')),
  query()((db) => db.selectFrom('password_links').select('hash as name').orderBy('hash')),
  query()((db) => db.selectFrom('object_links').select('hash as name').orderBy('hash')),
  query()((db) => db.selectFrom('failed_attempts').select('key as name').orderBy('key')),
  query()((db) => db.selectFrom('saml_requests').select('id as name').orderBy('id')),
  query()((db) => db.selectFrom('saml_assertions').select('hash as name').orderBy('hash')),
  query()((db) => db.selectFrom('saml_sign_outs').select('id as name').orderBy('id')),
] as const;

const runExpiry = ({ context }: World): Promise<boolean> => {
  const job = jobsOf(context).find(({ name }) => name === 'housekeeping');
  assert.ok(job);
  return runOnce(context, job);
};

const namesOf = ({ context }: World) =>
  Promise.all(kept.map(async (each) => (await context.database.rows(each, {})).map(({ name }) => name)));

interface Owned {
  readonly user_id: string;
  readonly version_id: string;
}

/** Somebody whom rows can be about, and a version of a module. */
const someRecords = async (world: World): Promise<Owned> => {
  const { organization, owner } = await world.home();
  const { version_id } = await world.context.database.transaction(async (tx) => {
    const { module_id } = await insertModule(tx, world.context, organization.id);
    await tx.run((db) => db.deleteFrom('object_links'));
    return { version_id: (await tx.first(anyVersion, { module: module_id }))?.id ?? '' };
  });
  return { user_id: owner.user.id, version_id };
};

/** Puts in one row of each kind that ends so many milliseconds from now, or ended so many ago. */
const insertEnding = async ({ context }: World, owned: Owned, name: string, milliseconds: number) => {
  const { user_id, version_id } = owned;
  const at = timestamp(context.clock.now());
  const ends = timestamp(context.clock.now() + milliseconds);
  const from = { address: '', user_agent: '', created_at: at, last_used_at: at };
  await context.database.transaction(async (tx) => {
    await tx.run((db) =>
      db.insertInto('sessions').values({ id: name, hash: name, user_id, ...from, expires_at: ends }),
    );
    await tx.run((db) =>
      db.insertInto('password_links').values({ hash: name, user_id, created_at: at, expires_at: ends }),
    );
    const link = { purpose: 'upload', has_notice: 0, created_by: '{}', expires_at: ends } as const;
    await tx.run((db) => db.insertInto('object_links').values({ hash: name, version_id, ...link }));
    await tx.run((db) => db.insertInto('failed_attempts').values({ key: name, count: 1, expires_at: ends }));
    const request = { id: name, browser_hash: name, purpose: 'sign-in', session_id: null } as const;
    await tx.run((db) => db.insertInto('saml_requests').values({ ...request, expires_at: ends }));
    await tx.run((db) => db.insertInto('saml_assertions').values({ hash: name, expires_at: ends }));
    const ended = { id: name, provider: '', name_id: '', session_index: null, issued_at: at };
    await tx.run((db) => db.insertInto('saml_sign_outs').values({ ...ended, expires_at: ends }));
  });
};

onEachEngine(
  'What has ended is deleted: sessions a day later, links, counts of wrong guesses and what SAML remembers at once',
  async (world) => {
    const owned = await someRecords(world);
    await insertEnding(world, owned, 'long over', -25 * hour);
    await insertEnding(world, owned, 'just over', -hour);
    await insertEnding(world, owned, 'under way', hour);

    const did = await runExpiry(world);

    assert.equal(did, true);
    assert.deepEqual(await namesOf(world), [['just over', 'under way'], ...kept.slice(1).map(() => ['under way'])]);
  },
);

onEachEngine('Where nothing has ended, housekeeping writes nothing', async (world) => {
  const owned = await someRecords(world);
  await insertEnding(world, owned, 'under way', hour);

  const did = await runExpiry(world);

  assert.equal(did, false);
});

onEachEngine('However much has ended, all of it is deleted', async (world) => {
  const owned = await someRecords(world);
  const ended = timestamp(world.context.clock.now() - 48 * hour);
  const rows = Array.from({ length: 1_201 }, (_, index) => ({ key: String(index), count: 1, expires_at: ended }));
  await world.context.database.transaction((tx) => tx.run((db) => db.insertInto('failed_attempts').values(rows)));
  await insertEnding(world, owned, 'under way', hour);

  await runExpiry(world);

  assert.deepEqual(
    await namesOf(world),
    kept.map(() => ['under way']),
  );
});
