// The disk of PostgreSQL is full: a small one of its own, on which a database has its tables.
import assert from 'node:assert/strict';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Disk, openDisk } from '../../test/support/disk.ts';
import { serverUser } from '../../test/support/postgres.ts';
import { connect, urlOf } from '../../test/support/postgres-connection.ts';
import { serverUrl } from '../../test/support/postgres-databases.ts';
import { template } from '../../test/support/postgres-template.ts';
import { openPostgres } from './postgres.ts';
import { DiskFull } from './postgres-errors.ts';
import { query } from './query.ts';

interface OnDisk extends AsyncDisposable {
  readonly url: string;
}

/** Makes a database with its tables on a disk. One that other tests have used could be too large for it. */
const databaseOn = async (disk: Disk): Promise<OnDisk> => {
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = serverUser();
  const folder = join(disk.path, 'tables');
  await mkdir(folder);
  await chown(folder, uid, gid);
  for (const each of [disk.path, dirname(disk.path)]) await chmod(each, 0o711);
  await using stack = new AsyncDisposableStack();
  const { run } = stack.use(await connect(serverUrl()));
  await run(`create tablespace small_disk location '${folder}'`);
  stack.defer(async () => void (await run('drop tablespace small_disk')));
  await run(`create database small_disk template ${template} tablespace small_disk`);
  stack.defer(async () => void (await run('drop database small_disk with (force)')));
  const opened = stack.move();
  return { url: urlOf(serverUrl(), 'small_disk'), [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const facts = query()((db) => db.selectFrom('instance').select('name').orderBy('name'));

test('On a full disk of PostgreSQL reads are answered, changes are refused, and it says so until there is space', async (context) => {
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
  // A disk is tried again once a second.
  const until = performance.now() + 30_000;
  while (
    performance.now() < until &&
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
