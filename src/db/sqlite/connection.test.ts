import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from './connection.ts';

for (const umask of [0, 0o022, 0o077]) {
  test(`Only the owner can read the files of the database with umask ${umask.toString(8)}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'tipstaff-files-'));
    const former = process.umask(umask);
    t.after(async () => {
      process.umask(former);
      await rm(folder, { recursive: true });
    });

    const connection = connect(join(folder, 'tipstaff.db'), false);
    connection.exec('create table things (id text)');

    const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
    connection.close();
    assert.deepEqual(modes, [
      ['tipstaff.db', '600'],
      ['tipstaff.db-shm', '600'],
      ['tipstaff.db-wal', '600'],
    ]);
  });
}
