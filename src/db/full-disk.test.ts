// The disk of PostgreSQL is full: a small one of its own, on which a database has its tables.
import assert from 'node:assert/strict';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { freshDatabase } from '../../test/support/database.ts';
import { type Disk, openDisk } from '../../test/support/disk.ts';
import { serverUser } from '../../test/support/postgres.ts';
import { openPostgres } from './postgres.ts';
import { DiskFull } from './postgres-errors.ts';
import { query } from './query.ts';

/** Moves the tables of a database to a disk; answers how to move them back. */
const moveTo = async (disk: Disk, url: string): Promise<AsyncDisposable> => {
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = serverUser();
  const folder = join(disk.path, 'tables');
  await mkdir(folder);
  await chown(folder, uid, gid);
  for (const each of [disk.path, dirname(disk.path)]) await chmod(each, 0o711);
  const name = new URL(url).pathname.slice(1);
  await using stack = new AsyncDisposableStack();
  const client = new pg.Client({ connectionString: url.replace(`/${name}`, '/postgres') });
  await client.connect();
  stack.defer(() => client.end());
  const move = async (tablespace: string): Promise<void> => {
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name]);
    await client.query(`alter database ${name} set tablespace ${tablespace}`);
  };
  await client.query(`create tablespace small_disk location '${folder}'`);
  stack.defer(async () => void (await client.query('drop tablespace small_disk')));
  await move('small_disk');
  stack.defer(() => move('pg_default'));
  return stack.move();
};

const facts = query()((db) => db.selectFrom('instance').select('name').orderBy('name'));

test('On a full disk of PostgreSQL reads are answered, changes are refused, and it says so until there is space', async (context) => {
  await using disk = await openDisk();
  if (disk === undefined) return context.skip('no small disk can be mounted');
  await using location = await freshDatabase('postgres');
  await using _moved = await moveTo(disk, location.databaseUrl ?? '');
  await using database = openPostgres(location.databaseUrl ?? '');
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
