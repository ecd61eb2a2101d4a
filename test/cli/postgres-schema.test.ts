// Commands and a service that use a PostgreSQL schema other than "public", as described in docs/operate/postgresql.md.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { assertProblems, examine } from '../support/doctor.ts';
import { startPostgres } from '../support/postgres.ts';
import { connect } from '../support/postgres-connection.ts';
import { temporaryFolder } from '../support/temporary.ts';

const schema = 'Own schema';

test("Tables are created, used and restored in the first schema of the role's search path", async () => {
  await using postgres = await startPostgres();
  await using folder = await temporaryFolder();
  await using owner = await connect(postgres.url('postgres'));
  await owner.run("create role guest login password 'guest'");
  for (const name of ['home', 'copy']) {
    await owner.run(`create database ${name}`);
    await using database = await connect(postgres.url(name));
    await database.run('create extension pg_trgm');
    await database.run(`create schema "${schema}" authorization guest`);
    await database.run(`alter role guest in database ${name} set search_path = "${schema}"`);
  }
  const environmentOf = (name: string) => ({
    TIPSTAFF_DATA_DIR: join(folder.path, name),
    TIPSTAFF_DATABASE_URL: postgres.url(name).replace('postgres:tipstaff@', 'guest:guest@'),
    TIPSTAFF_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const [home, copy, file] = [environmentOf('home'), environmentOf('copy'), join(folder.path, 'home.backup')];

  const done = [
    await tipstaff(['migrate'], home),
    await tipstaff(['admin', 'create', '--username', 'root', '--email', 'root@example.com'], home),
    await tipstaff(['backup', file], home),
    await tipstaff(['restore', file], copy),
    await tipstaff(['resume', '--yes'], copy),
  ];
  const listed = await tipstaff(['user', 'list', '--search', 'root'], copy);

  assert.deepEqual(
    done.map(({ code, stderr }) => (code === 0 ? code : stderr)),
    [0, 0, 0, 0, 0],
  );
  assert.match(listed.stdout, /root@example\.com/);
  for (const [name, environment] of Object.entries({ home, copy })) {
    await using database = await connect(postgres.url(name));
    const places = "select distinct schemaname from pg_tables where schemaname !~ '^(pg_|information)'";
    assert.deepEqual(await database.run(places), [{ schemaname: schema }]);
    assertProblems(await examine(environment), []);
  }
});
