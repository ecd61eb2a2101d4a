// A database that was made before the first release, when other steps led to the schema.
import assert from 'node:assert/strict';
import { readConfig } from '../../src/config.ts';
import { type DatabaseLocation, openDatabase } from '../../src/db/open.ts';
import { commandsOnEachEngine, tipstaff, tipstaffProcess } from '../support/command.ts';
import { rawStatement } from '../support/raw-statement.ts';
import { actualColumns, appliedSteps } from '../support/schema.ts';

const unreleasedSteps = [
  '0001-foundation',
  '0002-policies',
  '0003-people',
  '0004-audit',
  '0005-settings',
  '0006-oidc-and-retention',
  '0007-outbox',
  '0008-saml',
  '0009-password-requests',
  '0010-email-changes',
  '0011-text-codes',
  '0012-registry',
  '0013-plans',
  '0014-saml-sign-outs',
];

const run = async (location: DatabaseLocation, statements: readonly string[]): Promise<void> => {
  await using database = await openDatabase(location);
  await database.transaction(async (tx) => {
    for (const statement of statements) await tx.run(rawStatement(statement));
  });
};

const sentence =
  'The database was made before the first release of Tipstaff, and this version cannot use it: set TIPSTAFF_DATA_DIR or TIPSTAFF_DATABASE_URL to an empty one.';

const changed =
  'Migration policies of this program differs from the one that was applied. Start the Tipstaff that made the database. In a checkout, restore the migration, and put its change into a new SchemaChange (docs/architecture.md).';

commandsOnEachEngine('A database from before the first release is refused and left as it is', async (environment) => {
  const location = readConfig(environment);
  const names = unreleasedSteps.map((name) => `('${name}')`).join(', ');
  const rename = 'alter table outbox rename to letters';
  await run(location, ['delete from migrations', `insert into migrations (name) values ${names}`, rename]);
  const before = await actualColumns(location);

  const started = await tipstaffProcess(['serve'], environment);
  const migrated = await tipstaff(['migrate'], environment);
  const examined = await tipstaff(['doctor', '--json'], environment);

  assert.deepEqual([started.code, started.stderr], [2, `${sentence}\n`]);
  assert.deepEqual([migrated.code, migrated.stderr], [1, `${sentence}\n`]);
  assert.equal(examined.code, 1);
  assert.ok(
    examined.stdout.includes('It was made before the first release of Tipstaff, and this version cannot use it'),
  );
  assert.deepEqual(await appliedSteps(location), unreleasedSteps);
  assert.deepEqual(await actualColumns(location), before);
});

commandsOnEachEngine(
  'A database whose steps had other statements is refused and left as it is',
  async (environment) => {
    const location = readConfig(environment);
    await run(location, ["update migrations set digest = 'of other statements' where name = 'policies'"]);
    const [before, steps] = [await actualColumns(location), await appliedSteps(location)];

    const started = await tipstaffProcess(['serve'], environment);
    const migrated = await tipstaff(['migrate'], environment);
    const examined = await tipstaff(['doctor', '--json'], environment);

    assert.deepEqual([started.code, started.stderr], [2, `The database cannot be used. ${changed}\n`]);
    assert.deepEqual([migrated.code, migrated.stderr], [1, `The database cannot be used. ${changed}\n`]);
    assert.equal(examined.code, 1);
    assert.ok(examined.stdout.includes(changed), examined.stdout);
    assert.deepEqual(await appliedSteps(location), steps);
    assert.deepEqual(await actualColumns(location), before);
  },
);
