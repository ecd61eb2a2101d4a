import assert from 'node:assert/strict';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/open.ts';
import { commandsOnEachEngine, type Environment, tipstaff } from '../support/command.ts';

/** Writes a policy with three old revisions. */
const insertRevisions = async (environment: Environment, organization_id: string) => {
  await using database = await openDatabase(readConfig(environment));
  const at = '2020-01-01T00:00:00.000Z';
  const base = { id: 'pol-1', organization_id, name: 'a', kind: 'opa', description: null, query: null } as const;
  const rest = { enforcement_level: 'advisory', revision: 3, policy_set_count: 0, created_at: at, updated_at: at };
  const revisions = [1, 2, 3].map((number) => ({
    id: `polrev-${number}`,
    policy_id: 'pol-1',
    number,
    sha256: '',
    size: number * 100,
    created_by: '{}',
    created_at: at,
  }));
  await database.transaction(async (tx) => {
    await tx.run((db) => db.insertInto('policies').values({ ...base, ...rest }));
    await tx.run((db) => db.insertInto('policy_revisions').values(revisions));
  });
};

commandsOnEachEngine(
  'The effect of a retention policy is shown before it is set, and showing deletes nothing',
  async (environment) => {
    await tipstaff(['organization', 'create', '--name', 'acme', '--email', 'acme@example.com'], environment);
    const list = await tipstaff(['organization', 'list', '--json'], environment);
    const [acme] = list.json().data;
    await insertRevisions(environment, acme.attributes['external-id']);

    const unset = await tipstaff(['retention', 'preview'], environment);
    const result = await tipstaff(['retention', 'preview', '--days', '30', '--json'], environment);
    const set = await tipstaff(['retention', 'set', '30', '--json'], environment);
    const shown = await tipstaff(['retention', 'get'], environment);
    const first = await tipstaff(['retention', 'preview'], environment);
    const second = await tipstaff(['retention', 'preview'], environment);

    assert.equal(unset.code, 2);
    assert.equal(
      unset.stderr,
      'No data retention policy is set: all data is kept. --days shows what a policy would delete.\n',
    );
    assert.deepEqual(result.json(), {
      days: 30,
      revisions: 2,
      bytes: 300,
      organizations: [{ organization: 'acme', revisions: 2, bytes: 300 }],
    });
    const { id } = set.json().data;
    assert.match(shown.stdout, new RegExp(`^ID: +${id}\nDelete older than n days: +30\n$`));
    assert.equal(
      first.stdout,
      'ORGANIZATION  REVISIONS  BYTES\nacme          2          300\nA policy of 30 days would now delete 2 superseded revisions, 300 bytes.\n',
    );
    assert.equal(second.stdout, first.stdout);
  },
);

commandsOnEachEngine('A policy can be removed, and an invalid number of days is refused', async (environment) => {
  await tipstaff(['retention', 'set', '1'], environment);

  const removed = await tipstaff(['retention', 'remove'], environment);
  const again = await tipstaff(['retention', 'remove'], environment);
  const gone = await tipstaff(['retention', 'get', '--json'], environment);
  const shown = await tipstaff(['retention', 'get'], environment);
  const wrong = await Promise.all(
    ['0', 'ten', '2147483648'].map((days) => tipstaff(['retention', 'set', days], environment)),
  );

  assert.deepEqual([removed.code, again.code, gone.code, shown.code], [0, 1, 0, 0]);
  assert.deepEqual(gone.json(), { data: null });
  assert.equal(shown.stdout, 'No data retention policy is set: all data is kept.\n');
  assert.deepEqual(
    wrong.map(({ code, stderr }) => [code, stderr]),
    [
      [2, 'Days must be greater than or equal to 1.\n'],
      [2, 'Days must be a whole number.\n'],
      [2, 'Days must be less than or equal to 2147483647.\n'],
    ],
  );
});
