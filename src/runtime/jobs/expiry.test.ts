import assert from 'node:assert/strict';
import { onEachEngine, type World } from '../../../test/support/world.ts';
import { query } from '../../db/query.ts';
import { jobsOf } from '../../domains/index.ts';
import { timestamp } from '../../kernel/clock.ts';
import { runOnce } from './jobs.ts';

const hour = 3_600_000;

const kept = [
  query()((db) => db.selectFrom('sessions').select('id as name').orderBy('id')),
  query()((db) => db.selectFrom('password_links').select('hash as name').orderBy('hash')),
  query()((db) => db.selectFrom('address_links').select('hash as name').orderBy('hash')),
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

/** Creates a user to whom the test's rows can belong. */
const somebody = async (world: World): Promise<string> => (await world.person()).user.id;

/**
 * Inserts one row into each table. `milliseconds` is the time until the rows expire. It is negative for rows that have
 * expired already.
 */
const insertEnding = async ({ context }: World, user_id: string, name: string, milliseconds: number) => {
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
    const link = { user_id, email: 'new@example.com', created_at: at, expires_at: ends };
    await tx.run((db) => db.insertInto('address_links').values({ hash: name, ...link }));
    await tx.run((db) => db.insertInto('failed_attempts').values({ key: name, count: 1, expires_at: ends }));
    const request = { id: name, browser_hash: name, purpose: 'sign-in', session_id: null } as const;
    await tx.run((db) => db.insertInto('saml_requests').values({ ...request, expires_at: ends }));
    await tx.run((db) => db.insertInto('saml_assertions').values({ hash: name, expires_at: ends }));
    const ended = { id: name, provider: '', name_id: '', session_index: null, issued_at: at };
    await tx.run((db) => db.insertInto('saml_sign_outs').values({ ...ended, expires_at: ends }));
  });
};

onEachEngine(
  'Expired rows are deleted: sessions a day later; links, failure counts and SAML state immediately',
  async (world) => {
    const owner = await somebody(world);
    await insertEnding(world, owner, 'long over', -25 * hour);
    await insertEnding(world, owner, 'just over', -hour);
    await insertEnding(world, owner, 'under way', hour);

    const did = await runExpiry(world);

    assert.equal(did, true);
    assert.deepEqual(await namesOf(world), [['just over', 'under way'], ...kept.slice(1).map(() => ['under way'])]);
  },
);

onEachEngine('If nothing has expired, the job writes nothing', async (world) => {
  const owner = await somebody(world);
  await insertEnding(world, owner, 'under way', hour);

  const did = await runExpiry(world);

  assert.equal(did, false);
});

onEachEngine('Any number of expired rows is deleted', async (world) => {
  const owner = await somebody(world);
  const ended = timestamp(world.context.clock.now() - 48 * hour);
  const rows = Array.from({ length: 1_201 }, (_, index) => ({ key: String(index), count: 1, expires_at: ended }));
  await world.context.database.transaction((tx) => tx.run((db) => db.insertInto('failed_attempts').values(rows)));
  await insertEnding(world, owner, 'under way', hour);

  await runExpiry(world);

  assert.deepEqual(
    await namesOf(world),
    kept.map(() => ['under way']),
  );
});
