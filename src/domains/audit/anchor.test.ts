import assert from 'node:assert/strict';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database.ts';
import type { Database } from '../../db/database.ts';
import { headPath, openDatabase, sqlitePath } from '../../db/open.ts';
import { newEncryptionKeyText, readEncryptionKeys, vaultOf } from '../../kernel/secrets.ts';
import { storeState } from '../../runtime/state/instance-state.ts';
import { openAuditAnchor } from './anchor.ts';
import { headText } from './chain-head.ts';

/** Creates a database, and a function that opens its audit anchor as a starting process does. */
const startsOn = async (location: FreshDatabase) => {
  const database = await openDatabase(location);
  const keys = readEncryptionKeys(newEncryptionKeyText()) ?? [];
  const vault = vaultOf(keys[0]?.id ?? '', () => keys);
  const warnings: string[] = [];
  const log = { warn: (_details: object, message: string) => void warnings.push(message) };
  const start = (through: Database) => openAuditAnchor({ location, database: through, vault, log });
  /**
   * Returns the database as seen by a process that has read the head file. `between` runs after that and before the
   * first query of the process.
   */
  const after = (between: () => Promise<unknown>): Database => {
    let done: Promise<unknown> | undefined;
    const first: Database['first'] = async (query, values) => {
      done ??= between();
      await done;
      return await database.first(query, values);
    };
    return { ...database, first };
  };
  return { database, start, after, warnings, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
};

test('Two processes that start at the same time on a new database both accept the head file', async () => {
  await using location = await freshDatabase('sqlite');
  await using starts = await startsOn(location);

  const second = await starts.start(starts.after(() => starts.start(starts.database)));

  assert.equal(second.rollback(), undefined);
  assert.deepEqual(starts.warnings, []);
});

test('A missing head file is detected while a process starts', async () => {
  await using location = await freshDatabase('sqlite');
  await using starts = await startsOn(location);
  await starts.start(starts.database);
  await rm(headPath(location));

  const next = await starts.start(starts.database);

  assert.equal(next.rollback()?.reason, 'missing');
});

test('A service whose database was replaced does not write the head file of the new database', async () => {
  await using location = await freshDatabase('sqlite');
  await using starts = await startsOn(location);
  const keeper = await starts.start(starts.database);
  await rename(sqlitePath(location.dataDir), `${sqlitePath(location.dataDir)}-moved`);
  await writeFile(sqlitePath(location.dataDir), '');
  await writeFile(headPath(location), 'of another database');

  await starts.database.transaction((tx) =>
    storeState(tx, 'audit-head', headText({ sequence: 1, seal: 'a'.repeat(64) })),
  );
  await keeper.update();

  assert.equal(await readFile(headPath(location), 'utf8'), 'of another database');
  assert.match(starts.warnings.join(), /moved or replaced/);
});
