// Databases and backups that this program must refuse. The data folder and the backup in `unreleased/` come from the
// last program before the migration steps were replaced.
import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { readConfig } from '../../src/config.ts';
import { keyFileOf } from '../../src/data-folder.ts';
import { type DatabaseLocation, headPath, openDatabase, sqlitePath } from '../../src/db/open.ts';
import { migrations } from '../../src/db/schema/migrations/index.ts';
import { commandsOn, commandsOnEachEngine, type Environment, tipstaff, tipstaffProcess } from '../support/command.ts';
import { connect } from '../support/postgres-connection.ts';
import { rawStatement } from '../support/raw-statement.ts';
import { actualColumns, appliedSteps } from '../support/schema.ts';
import { temporaryFolder } from '../support/temporary.ts';

const unreleased = (name: string): string => fileURLToPath(new URL(`unreleased/${name}`, import.meta.url));

/** Writes a data folder from before the first release. Returns the path of the database in it. */
const writeUnreleased = async (dataDir: string): Promise<string> => {
  const path = sqlitePath(dataDir);
  await writeFile(path, zstdDecompressSync(await readFile(unreleased('database.zst'))));
  await copyFile(unreleased('database-head'), headPath({ dataDir }));
  await copyFile(unreleased('encryption-key'), keyFileOf({ dataDir }));
  return path;
};

/** Returns the names of the migration steps in the database from before the first release. */
const unreleasedSteps = async (): Promise<readonly string[]> => {
  await using folder = await temporaryFolder();
  using database = new DatabaseSync(await writeUnreleased(folder.path), { readOnly: true });
  return database
    .prepare('select name from migrations order by name')
    .all()
    .map(({ name }) => String(name));
};

const sentence =
  'This database was created before the first release. Run "tipstaff export" with the program that created it, and "tipstaff apply" with this program. Evaluations, the audit trail and passwords are not transferred.';

const changed =
  'Migration policies-schema of this program differs from the migration that was applied to the database. Start the version of Tipstaff that created the database. In a source checkout, restore the migration and make the change in a new SchemaChange (docs/architecture.md).';

/** Checks that the start and the migration are refused with a message, and that `doctor` reports the problem. */
const requireRefused = async (environment: Environment, message: string, problem = message): Promise<void> => {
  const started = await tipstaffProcess(['serve'], environment);
  const migrated = await tipstaff(['migrate'], environment);
  const examined = await tipstaff(['doctor', '--json'], environment);

  assert.deepEqual([started.code, started.stderr], [2, `${message}\n`]);
  assert.deepEqual([migrated.code, migrated.stderr], [1, `${message}\n`]);
  assert.equal(examined.code, 1);
  const { findings } = examined.json();
  assert.ok(
    findings.some(({ detail }: { detail: string }) => detail === problem),
    examined.stdout,
  );
};

commandsOn(
  'sqlite',
  'A database from before the first release is refused, and its file stays as it is',
  async (environment) => {
    const path = await writeUnreleased(environment.TIPSTAFF_DATA_DIR ?? '');
    const before = await readFile(path);

    await requireRefused(environment, sentence);

    assert.ok(before.equals(await readFile(path)));
  },
);

commandsOn(
  'postgres',
  'A database on PostgreSQL from before the first release is refused, even an early one',
  async (environment) => {
    const names = (await unreleasedSteps()).map((name) => `('${name}')`).join(', ');
    await using connection = await connect(environment.TIPSTAFF_DATABASE_URL ?? '');
    await connection.run('delete from migrations');
    await connection.run(`insert into migrations (name) values ${names}`);

    await requireRefused(environment, sentence);

    // These columns are removed, because early programs stored only the names of migration steps.
    for (const column of ['digest', 'version', 'oldest', 'position'])
      await connection.run(`alter table migrations drop column ${column}`);
    await requireRefused(environment, sentence);
    assert.deepEqual(await appliedSteps(readConfig(environment)), await unreleasedSteps());
  },
);

test('A backup from before the first release is refused, and nothing is written', async () => {
  await using folder = await temporaryFolder();

  const restored = await tipstaff(['restore', unreleased('backup')], { TIPSTAFF_DATA_DIR: folder.path });

  assert.equal(restored.code, 1);
  assert.equal(
    restored.stderr,
    'This backup was made before the first release. Restore the backup with the program that made it, run "tipstaff export" with that program, and "tipstaff apply" with this program; evaluations, the audit trail and passwords are not transferred.\n',
  );
  assert.deepEqual(await readdir(folder.path), []);
});

test('No migration step has a name from before the first release', async () => {
  const former = await unreleasedSteps();

  assert.deepEqual(
    migrations.filter(({ name }) => former.includes(name)),
    [],
  );
});

const run = async (location: DatabaseLocation, statement: string): Promise<void> => {
  await using database = await openDatabase(location);
  await database.transaction((tx) => tx.run(rawStatement(statement)));
};

commandsOnEachEngine(
  'A database whose migration steps had other statements is refused and not changed',
  async (environment) => {
    const location = readConfig(environment);
    await run(location, "update migrations set digest = 'of other statements' where name = 'policies-schema'");
    const [before, steps] = [await actualColumns(location), await appliedSteps(location)];

    await requireRefused(environment, `The database cannot be used. ${changed}`, changed);

    assert.deepEqual(await appliedSteps(location), steps);
    assert.deepEqual(await actualColumns(location), before);
  },
);
