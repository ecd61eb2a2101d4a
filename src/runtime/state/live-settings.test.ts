import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/database.ts';
import { engines } from '../../../test/support/world.ts';
import type { Database } from '../../db/database.ts';
import { openDatabase } from '../../db/open.ts';
import { openLiveSettings } from './live-settings.ts';

/** Creates a log that stores its messages and sends a signal for each of them. */
const newLog = () => {
  const logged: string[] = [];
  const waiting: { readonly message: string; readonly resolve: () => void }[] = [];
  const write = (_details: object, message: string): void => {
    logged.push(message);
    for (const each of waiting) if (each.message === message) each.resolve();
  };
  return {
    logged,
    log: { info: write, warn: write },
    waitForLog: (message: string) => new Promise<void>((resolve) => waiting.push({ message, resolve })),
  };
};

const lost = 'changes to the settings cannot be read at present';
const back = 'changes to the settings can be read again';

const name = (database: Database, keyId: string): Promise<number> =>
  database.transaction((tx) =>
    tx.run((db) =>
      db
        .insertInto('instance')
        .values({ name: 'encryption-key-id', value: keyId })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: keyId })),
    ),
  );

const rename = (database: Database, from: string, to: string): Promise<number> =>
  database.transaction((tx) => tx.run((db) => db.schema.alterTable(from).renameTo(to)));

const insert = (database: Database, group: string): Promise<number> =>
  database.transaction((tx) =>
    tx.run((db) => db.insertInto('settings').values({ group_id: group, revision: 1, document: '{"a":1}' })),
  );

/** Makes reads of a settings row fail. */
const failuresOf = (database: Database) => {
  const { promise: third, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const first: Database['first'] = async (wanted, values) => {
    try {
      return await database.first(wanted, values);
    } catch (error) {
      count += 1;
      if (count === 3) resolve();
      throw error;
    }
  };
  return { first, third };
};

for (const engine of engines) {
  test(`A temporarily unreachable database is logged once, and the settings recover (${engine})`, async () => {
    await using location = await freshDatabase(engine);
    await using database = await openDatabase(location);
    await name(database, 'first');
    const { log, logged, waitForLog } = newLog();
    const keys: string[] = [];
    const failures = failuresOf(database);
    const watched = { ...database, first: failures.first };
    await using settings = await openLiveSettings({ database: watched, log, sealWith: (id) => keys.push(id) });
    const before = settings.row('general');

    const [isLost, isBack] = [waitForLog(lost), waitForLog(back)];
    await rename(database, 'settings', 'hidden');
    await isLost;
    const meanwhile = settings.row('general');
    await failures.third;
    await rename(database, 'hidden', 'settings');
    await insert(database, 'general');
    await name(database, 'second');
    await isBack;

    assert.equal(meanwhile, before);
    assert.deepEqual(logged, [lost, back]);
    assert.equal(settings.row('general').document, '{"a":1}');
    assert.equal(keys[0], 'first');
  });
}

test('A row is never replaced by an earlier revision', async () => {
  await using location = await freshDatabase('sqlite');
  await using database = await openDatabase(location);
  await name(database, 'key');
  await using settings = await openLiveSettings({ database, log: newLog().log, sealWith: () => undefined });

  settings.put({ group_id: 'general', revision: 2, document: '{"a":2}' });
  settings.put({ group_id: 'general', revision: 1, document: '{"a":1}' });

  assert.equal(settings.row('general').revision, 2);
  assert.equal(settings.row('smtp').revision, 0);
});
