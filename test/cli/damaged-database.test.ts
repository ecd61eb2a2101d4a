// A page of the embedded database is damaged: requests that do not read the page succeed, and all others report the
// problem.
import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/db/sqlite/connection.ts';
import { startService, tipstaff } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Page size of the embedded database in bytes. */
const pageSize = 4_096;

/** Overwrites the first page of a table and of each of its indexes. */
const damage = async (path: string, table: string): Promise<void> => {
  const connection = connect(path, false);
  connection.exec('pragma wal_checkpoint(truncate)');
  const roots = connection.prepare('select rootpage from sqlite_master where tbl_name = ?').all(table);
  connection.close();
  await using file = await open(path, 'r+');
  for (const { rootpage } of roots)
    await file.write(Buffer.alloc(pageSize, 0xab), 0, pageSize, (Number(rootpage) - 1) * pageSize);
};

test('A service with a damaged page serves requests that do not read it, and is not ready', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path };
  await tipstaff(['migrate'], environment);
  await damage(join(folder.path, 'tipstaff.db'), 'sessions');
  await using service = await startService(environment, { keepsLog: true });
  const get = async (path: string, headers = {}) => {
    const answer = await fetch(service.url + path, { headers, redirect: 'manual' });
    return { status: answer.status, body: await answer.text() };
  };

  const before = await get('/readyz');
  const damaged = await get('/api/v2/account/details', { cookie: `tipstaff_session=${'s'.repeat(43)}` });
  // Wait until reads no longer use a snapshot from before the damage.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const [ready, live, other] = [await get('/readyz'), await get('/healthz'), await get('/sign-in')];

  assert.deepEqual([before.status, damaged.status], [200, 503]);
  assert.equal(ready.status, 503);
  assert.match(JSON.parse(ready.body).reason, /^the database is damaged \(.*malformed\): run "tipstaff doctor"$/);
  assert.deepEqual([live.status, other.status], [200, 200]);
  assert.match(service.log(), /the database is damaged/);
});

test('The doctor command names the damaged tables and says what to do', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_PORT: '0' };
  await tipstaff(['migrate'], environment);
  await damage(join(folder.path, 'tipstaff.db'), 'sessions');

  const outcome = await tipstaff(['doctor'], environment);

  assert.equal(outcome.code, 1);
  assert.match(outcome.stdout, /The database is damaged in sessions \(.*\): stop the service, keep a copy/s);
});

test('A backup of a damaged database fails with the error message of SQLite', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path };
  await tipstaff(['migrate'], environment);
  await damage(join(folder.path, 'tipstaff.db'), 'sessions');

  const outcome = await tipstaff(['backup', join(folder.path, 'backup')], environment);

  assert.equal(outcome.code, 1);
  assert.match(
    outcome.stderr,
    /^The embedded database cannot be used \(database disk image is malformed\); run "tipstaff doctor" for details\.$/m,
  );
});
