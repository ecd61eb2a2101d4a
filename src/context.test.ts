// Tests of services. A service is a value that a part of the program creates once for each process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../test/support/temporary.ts';
import { readConfig } from './config.ts';
import { openContext, service, withDatabase } from './context.ts';
import { wiring } from './domains/index.ts';

const openIn = (dataDir: string) =>
  openContext(readConfig({ TIPSTAFF_DATA_DIR: dataDir, TIPSTAFF_LOG_LEVEL: 'fatal' }), wiring);

test('A service is created at its first use and shared only by copies of a context', async () => {
  await using folder = await temporaryFolder();
  await using elsewhere = await temporaryFolder();
  await using context = await openIn(folder.path);
  await using other = await openIn(elsewhere.path);
  const made: string[] = [];
  const counted = service(({ config }) => made.push(config.dataDir));
  const copy = withDatabase(context, { ...context.database });

  const before = [...made];
  const counts = [counted(copy), counted(context), counted(other), counted({ ...copy })];

  assert.deepEqual(before, []);
  assert.deepEqual(counts, [1, 1, 2, 1]);
  assert.deepEqual(made, [folder.path, elsewhere.path]);
});

test('A service can be provided once instead of being created; reading one that was not provided fails', async () => {
  await using folder = await temporaryFolder();
  await using context = await openIn(folder.path);
  const [usual, late] = [service(() => 'usual'), service<string>()];

  usual.provide(context, 'another');

  assert.equal(usual(context), 'another');
  assert.throws(() => usual.provide(context, 'a third'), /already exists in this context/);
  assert.throws(() => late(context), /was not provided before its first use/);
});

test('Resources of services are disposed in the opposite order, before the database', async () => {
  await using folder = await temporaryFolder();
  const context = await openIn(folder.path);
  const disposed: string[] = [];
  const resource = (name: string) =>
    service((core) =>
      core.use({
        [Symbol.asyncDispose]: async () => {
          await core.database.probe();
          disposed.push(name);
        },
      }),
    );
  const [first, second] = [resource('first'), resource('second')];

  first(context);
  second(context);
  await context[Symbol.asyncDispose]();

  assert.deepEqual(disposed, ['second', 'first']);
  await assert.rejects(context.database.probe());
});
