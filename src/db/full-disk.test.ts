// Tests with a full PostgreSQL disk: the database's tables are on a small disk of their own.
import assert from 'node:assert/strict';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Disk, openDisk } from '../../test/support/disk.ts';
import { serverUser, startPostgres } from '../../test/support/postgres.ts';
import { connect } from '../../test/support/postgres-connection.ts';
import { openPostgres } from './postgres/database.ts';
import { DiskFull } from './postgres/errors.ts';
import { migratePostgres } from './postgres/migrate.ts';
import { query } from './query.ts';

interface OnDisk extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts a separate PostgreSQL server and creates a database whose tables are on a disk. A shared server could not
 * finish checkpoints while this disk is full, which would block other tests that create databases.
 */
const databaseOn = async (disk: Disk): Promise<OnDisk> => {
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = serverUser();
  const folder = join(disk.path, 'tables');
  await mkdir(folder);
  await chown(folder, uid, gid);
  for (const each of [disk.path, dirname(disk.path)]) await chmod(each, 0o711);
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgres());
  await using administration = await connect(server.url('postgres'));
  await administration.run(`create tablespace small_disk location '${folder}'`);
  await administration.run('create database on_small_disk tablespace small_disk');
  const url = server.url('on_small_disk');
  await migratePostgres(url);
  const opened = stack.move();
  return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const facts = query()((db) => db.selectFrom('instance').select('name').orderBy('name'));

test('On a full PostgreSQL disk, reads are answered and changes are refused with the reason until there is space', async (context) => {
  await using disk = await openDisk();
  if (disk === undefined) return context.skip('no small disk can be mounted');
  await using location = await databaseOn(disk);
  await using database = openPostgres(location.url);
  const store = (rows: number) =>
    database.transaction((tx) =>
      tx.run((db) => ({
        compile: () =>
          sql`insert into instance (name, value) select 'fact-' || i, repeat('x', 1000)
            from generate_series(1, ${sql.lit(rows)}) as i`.compile(db),
      })),
    );
  await database.probe();
  const empty = await disk.fill();

  await assert.rejects(store(10_000), DiskFull);
  await assert.rejects(database.probe(), { message: 'the disk of PostgreSQL is full' });
  const read = await database.rows(facts, {});
  await empty();
  // The probe checks the disk again only once a second.
  while (
    !(await database.probe().then(
      () => true,
      () => false,
    ))
  );
  await database.probe();
  await store(1);

  assert.deepEqual(read, []);
  assert.deepEqual(await database.rows(facts, {}), [{ name: 'fact-1' }]);
});
