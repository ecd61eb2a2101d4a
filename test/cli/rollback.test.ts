// Databases without their latest changes: files that were copied without the write-ahead log, or databases restored to
// an earlier time.
import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { type Context, openContext } from '../../src/context.ts';
import { auditAnchor, sealedHead } from '../../src/domains/audit/index.ts';
import { wiring } from '../../src/domains/index.ts';
import { deleteState, readState, storeState } from '../../src/runtime/state/instance-state.ts';
import { type Environment, environmentOf, startService, tipstaff } from '../support/command.ts';
import { createUser } from '../support/create-user.ts';
import { freshDatabase } from '../support/database.ts';
import { withDatabaseOf } from '../support/process.ts';
import { rawQuery } from '../support/row-texts.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { onEachEngine, system } from '../support/world.ts';

const createAccounts = async (context: Context, ...names: readonly string[]): Promise<void> => {
  for (const username of names) await createUser(context, system, { username, email: `${username}@example.com` });
  await sealedHead(context);
  await auditAnchor(context).update();
};

const lastTime = async ({ database }: Context): Promise<string> => {
  const [row] = await database.rows(rawQuery<{ at: string }>('select max(at) as at from audit_records'), {});
  return row?.at ?? '';
};

/** Copies files of a data folder into a new folder. Returns the environment variables that select the copy. */
const copyOf = async (from: string, to: string, files: readonly string[]): Promise<Environment> => {
  await mkdir(to, { mode: 0o700 });
  for (const file of files) await copyFile(join(from, file), join(to, file));
  return { TIPSTAFF_DATA_DIR: to, TIPSTAFF_LOG_LEVEL: 'error', TIPSTAFF_PORT: '0' };
};

/**
 * Returns the results of all commands on a database, except for `serve`, which does not exit if the database is
 * healthy.
 */
const verdictsOn = async (environment: Environment) => {
  const doctor = await tipstaff(['doctor'], environment);
  const verify = await tipstaff(['audit', 'verify'], environment);
  const list = await tipstaff(['user', 'list'], environment);
  return { codes: [doctor.code, verify.code, list.code], texts: [doctor.stdout, verify.stdout, list.stderr] };
};

/**
 * Creates an instance, and copies of it made while its database was open and the newest accounts were only in the
 * write-ahead log.
 */
const copies = async (parent: string) => {
  const source = join(parent, 'source');
  return withDatabaseOf({ TIPSTAFF_DATA_DIR: source, TIPSTAFF_LOG_LEVEL: 'error' }, async (context) => {
    const files = ['tipstaff.db', 'encryption-key'];
    const first = await copyOf(source, join(parent, 'first'), files);
    await createAccounts(context, 'ada');
    await context.database.fold('now');
    const at = await lastTime(context);
    await createAccounts(context, 'bo', 'cy', 'di', 'ed', 'flo');
    const expected = await lastTime(context);
    const alone = await copyOf(source, join(parent, 'alone'), files);
    const withHead = await copyOf(source, join(parent, 'with-head'), [...files, 'tipstaff.db-head']);
    const whole = await copyOf(source, join(parent, 'whole'), await readdir(source));
    await context.database.fold('now');
    const folded = await copyOf(source, join(parent, 'folded'), [...files, 'tipstaff.db-head']);
    return { first, alone, withHead, whole, folded, at, expected };
  });
};

test('A database that was copied without its write-ahead log is detected, and a complete copy is accepted', async () => {
  await using folder = await temporaryFolder();
  const { first, alone, withHead, whole, folded, at, expected } = await copies(folder.path);

  const [ofAlone, ofWithHead] = [await verdictsOn(alone), await verdictsOn(withHead)];
  const refused = [
    await tipstaff(['serve'], first),
    await tipstaff(['serve'], alone),
    await tipstaff(['serve'], withHead),
  ];
  const [ofWhole, ofFolded] = [await verdictsOn(whole), await verdictsOn(folded)];

  assert.deepEqual(
    [ofAlone.codes, ofWithHead.codes],
    [
      [1, 1, 1],
      [1, 1, 1],
    ],
  );
  for (const text of ofAlone.texts) {
    assert.match(text, /The head file of the database .* is missing\. .*copied without the files next to it/);
    assert.ok(text.includes(`The last change in the database is from ${at}`), text);
  }
  for (const text of ofWithHead.texts) assert.ok(text.includes(`The database lacks a change from ${expected}`), text);
  for (const text of ofWithHead.texts) assert.ok(text.includes(`The last change in the database is from ${at}`), text);
  assert.deepEqual(
    refused.map(({ code }) => code),
    [2, 2, 2],
  );
  assert.match(refused[2]?.stderr ?? '', /run "tipstaff serve --accept-rollback"\.\n$/);
  assert.deepEqual(
    [ofWhole.codes, ofFolded.codes],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
  );
  assert.ok(
    ofWhole.texts.join().includes('6 records verified') && ofFolded.texts.join().includes('6 records verified'),
  );
});

test('An operator can continue with an older copy of a database, and the audit log records this', async () => {
  await using folder = await temporaryFolder();
  const { withHead, at, expected } = await copies(folder.path);
  {
    await using service = await startService(withHead, { words: ['--accept-rollback'] });
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  }

  const { codes } = await verdictsOn(withHead);
  const listed = await tipstaff(['audit', 'list', '--action', 'instance.accept-rollback', '--json'], withHead);

  assert.deepEqual(codes, [0, 0, 0]);
  const [{ attributes }] = listed.json().data;
  assert.deepEqual(attributes.before, { 'last-change-at': expected });
  assert.deepEqual(attributes.after, { reason: 'older', 'last-change-at': at });
});

test('An instance from before heads existed starts, and stores a head from then on', async () => {
  await using database = await freshDatabase('sqlite');
  const environment = environmentOf(database);
  const path = join(database.dataDir, 'tipstaff.db-head');
  await withDatabaseOf(environment, async (context) => {
    await createAccounts(context, 'ada');
    await context.database.transaction((tx) => deleteState(tx, 'head-kept'));
  });
  await rm(path);

  const started = await verdictsOn(environment);
  const kept = await readFile(path, 'utf8');
  await rm(path);
  const without = await tipstaff(['user', 'list'], environment);
  await writeFile(path, kept.replace(/.{8}$/, 'AAAAAAAA'));
  const garbled = await tipstaff(['user', 'list'], environment);

  assert.deepEqual(started.codes, [0, 0, 0]);
  assert.match(without.stderr, /^The head file of the database .* is missing\./);
  assert.match(garbled.stderr, /^The head file of the database .* cannot be decrypted with the encryption key/);
});

/** Removes newer audit records, so that the audit log ends at the given head, as in an older copy of the database. */
const setBack = ({ database }: Context, head: string): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.run((db) => db.deleteFrom('audit_records').where('sequence', '>', Number.parseInt(head, 10)));
    await storeState(tx, 'audit-head', head);
  });

test('If PostgreSQL is restored to an earlier time, instances that have stored a later head detect it', async () => {
  await using database = await freshDatabase('postgres');
  await using other = await temporaryFolder();
  await using fresh = await temporaryFolder();
  const environment = environmentOf(database);
  const beside = { ...environment, TIPSTAFF_DATA_DIR: other.path };
  const at = await withDatabaseOf(environment, async (context) => {
    await using second = await openContext(readConfig(beside), wiring);
    await createAccounts(context, 'ada');
    const [head = '', time] = [await readState(context.database, 'audit-head'), await lastTime(context)];
    await createAccounts(context, 'bo', 'cy');
    // The second instance has sealed no audit records, but stores the log's head in its own folder.
    await auditAnchor(second).update();
    await setBack(context, head);
    return time;
  });

  const instances = [await verdictsOn(environment), await verdictsOn(beside)];
  const inNewFolder = await verdictsOn({ ...environment, TIPSTAFF_DATA_DIR: fresh.path });

  for (const { codes, texts } of instances) {
    assert.deepEqual(codes, [1, 1, 1]);
    for (const text of texts) assert.ok(text.includes(`The last change in the database is from ${at}`), text);
  }
  assert.deepEqual(inNewFolder.codes, [0, 0, 0]);
});

onEachEngine(
  'If a database is replaced by an older copy under a running service, the stored head does not change',
  async (world) => {
    const { context, anonymous } = world;
    await createAccounts(context, 'ada');
    const head = (await readState(context.database, 'audit-head')) ?? '';
    await createAccounts(context, 'bo');
    await setBack(context, head);

    await auditAnchor(context).update();
    await auditAnchor(context).update();

    assert.equal(auditAnchor(context).rollback()?.reason, 'older');
    const { body } = await anonymous.get('//readyz');
    assert.deepEqual(body.warnings, ['The database was reset to an earlier state.']);
  },
);
