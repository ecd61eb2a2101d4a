// The PostgreSQL extension that searches need: the role that creates it, and its schema.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { assertProblems, examine } from '../support/doctor.ts';
import { startPostgres } from '../support/postgres.ts';
import { connect } from '../support/postgres-connection.ts';
import { temporaryFolder } from '../support/temporary.ts';

const key = Buffer.alloc(32, 7).toString('base64');

test('Without the right to create tables or the search extension, the first start and doctor say what to do', async () => {
  await using postgres = await startPostgres();
  await using folder = await temporaryFolder();
  await using owner = await connect(postgres.url('postgres'));
  await owner.run("create role guest login password 'guest'");
  const url = Object.assign(new URL(postgres.url('postgres')), { username: 'guest', password: 'guest' });
  const environment = {
    TIPSTAFF_DATA_DIR: folder.path,
    TIPSTAFF_DATABASE_URL: url.href,
    TIPSTAFF_ENCRYPTION_KEY: key,
  };

  const first = await tipstaff(['migrate'], environment);
  const seen = await examine(environment);
  await owner.run('grant create on schema public to guest');
  const refused = await tipstaff(['migrate'], environment);
  const result = await examine(environment);
  await owner.run('create extension pg_trgm');
  const looked = await examine(environment);
  const made = await tipstaff(['migrate'], environment);

  assert.deepEqual([first.code, refused.code, made.code], [1, 1, 0]);
  assert.equal(
    first.stderr,
    'PostgreSQL does not let this role create tables (permission denied for schema public): grant the role "create" on the schema, or make the role the owner of the database.\n',
  );
  assertProblems(seen, [
    /^database: The database role of Tipstaff has no permission to create the extension pg_trgm/,
    /^database: The database role of Tipstaff has no permission to create the missing tables: grant the role "create" on the schema/,
  ]);
  assert.equal(
    refused.stderr,
    'PostgreSQL does not let this role create the extension pg_trgm: have a superuser run "create extension pg_trgm" in the database, and start again.\n',
  );
  assertProblems(result, [
    /^database: The database role of Tipstaff has no permission to create the extension pg_trgm: have a superuser run/,
  ]);
  assertProblems(looked, []);
});

test('The extension for searches may be in any schema that the role may use', async () => {
  await using postgres = await startPostgres();
  await using folder = await temporaryFolder();
  await using owner = await connect(postgres.url('postgres'));
  await owner.run("create role guest login password 'guest'");
  const schemas = ['public', 'extensions', 'Own schema'];
  const environmentFor = (name: string) => ({
    TIPSTAFF_DATA_DIR: folder.path,
    TIPSTAFF_DATABASE_URL: postgres.url(name).replace('postgres:tipstaff@', 'guest:guest@'),
    TIPSTAFF_ENCRYPTION_KEY: key,
  });
  const made: (number | null)[] = [];
  for (const [index, schema] of schemas.entries()) {
    await owner.run(`create database in_${index} owner guest`);
    await using database = await connect(postgres.url(`in_${index}`));
    await database.run(`create schema if not exists "${schema}"`);
    await database.run(`create extension pg_trgm schema "${schema}"`);
    if (schema !== 'public') {
      const refused = await tipstaff(['migrate'], environmentFor(`in_${index}`));
      const looked = await examine(environmentFor(`in_${index}`));
      assert.match(
        refused.stderr,
        /pg_trgm is in a schema that the database role of Tipstaff has no permission to use: grant the role "usage"/,
      );
      assertProblems(looked, [
        /^database: The extension pg_trgm is in a schema that the database role of Tipstaff has no permission to use/,
      ]);
    }
    await database.run(`grant usage on schema "${schema}" to guest`);

    made.push((await tipstaff(['migrate'], environmentFor(`in_${index}`))).code);
    assertProblems(await examine(environmentFor(`in_${index}`)), []);
    const tables = await database.run("select 1 from pg_tables where schemaname = 'public' and tablename = 'policies'");
    assert.equal(tables.length, 1);
  }

  assert.deepEqual(made, [0, 0, 0]);
});
