import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pass } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { query } from '../../src/db/query.ts';
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { commandsOnEachEngine, type Environment, startService, tipstaff } from '../support/command.ts';
import { withDatabaseOf } from '../support/process.ts';
import { system } from '../support/world.ts';

const account = (name: string) => ['user', 'create', '--username', name, '--email', `${name}@example.com`];
const organization = (name: string) => ['organization', 'create', '--name', name, '--email', 'home@example.com'];

const writeRecords = (environment: Environment, count: number): Promise<void> =>
  withDatabaseOf(environment, (context) => {
    const entries = Array.from({ length: count }, (_, index) => ({
      action: `thing.${index}`,
      type: 'things',
      id: 'thing',
    }));
    return auditedTransaction(context, system, async () => ({ result: undefined, audit: entries }));
  });

const unsealed = query()((db) => db.selectFrom('audit_records').select('id').where('seal', 'is', null));

const untilSealed = (environment: Environment): Promise<void> =>
  withDatabaseOf(environment, async ({ database }) => {
    while ((await database.first(unsealed, {})) !== undefined) await pass(50);
  });

const documentsIn = (lines: string) =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

commandsOnEachEngine(
  'The audit log is listed with the newest record first and with the same options as over HTTP',
  async (environment) => {
    await tipstaff(account('ann'), environment);
    await tipstaff(organization('acme'), environment);

    const listed = await tipstaff(['audit', 'list'], environment);
    const narrowed = await tipstaff(['audit', 'list', '--organization', 'ACME', '--json'], environment);
    const none = await tipstaff(['audit', 'list', '--until', '2001-01-01', '--json'], environment);

    assert.match(
      listed.stdout,
      /^AT +ACTION +ACTOR +RESOURCE +ID\n\S+ {2}organization\.create {2}command line {2}org-\w+ +2\n\S+ {2}user\.create /,
    );
    assert.equal(narrowed.json().data.length, 1);
    assert.equal(narrowed.json().data[0].attributes.action, 'organization.create');
    assert.deepEqual(none.json().data, []);
  },
);

commandsOnEachEngine(
  'The audit log is verified, also against a head that was stored elsewhere',
  async (environment) => {
    await tipstaff(account('ann'), environment);
    const first = await tipstaff(['audit', 'head'], environment);
    await tipstaff(organization('acme'), environment);
    const head = first.stdout.trim();

    const verified = await tipstaff(['audit', 'verify', '--head', head], environment);
    const asJson = await tipstaff(['audit', 'verify', '--json'], environment);

    assert.match(head, /^1:[0-9a-f]{64}$/);
    assert.equal(verified.code, 0);
    assert.match(verified.stdout, /^Verified records: +2\n.*\n2 records verified, no tampering found\.\n$/s);
    assert.deepEqual({ ...asJson.json(), head: '' }, { sealed: 2, start: '0:', head: '', waiting: 0, fault: null });
  },
);

commandsOnEachEngine('Verification names the first record that was changed, and fails', async (environment) => {
  await writeRecords(environment, 5);
  const { stdout: head } = await tipstaff(['audit', 'head'], environment);
  await withDatabaseOf(environment, ({ database }) =>
    database.transaction((tx) =>
      tx.run((db) => db.updateTable('audit_records').set({ action: 'thing.else' }).where('sequence', '=', 3)),
    ),
  );

  const verified = await tipstaff(['audit', 'verify'], environment);
  const asJson = await tipstaff(['audit', 'verify', '--head', head.trim(), '--json'], environment);

  assert.equal(verified.code, 1);
  assert.match(
    verified.stdout,
    /\nRecord 3 of the audit chain, or a record before it, was changed after it was sealed\.\n$/,
  );
  assert.equal(asJson.code, 1);
  assert.equal(asJson.json().fault.sequence, 3);
});

commandsOnEachEngine(
  'All or part of the audit log is exported as lines of JSON, oldest record first',
  async (environment) => {
    await writeRecords(environment, 1_200);
    await tipstaff(organization('acme'), environment);

    const whole = documentsIn((await tipstaff(['audit', 'export'], environment)).stdout);
    const [until] = whole.map(({ at }) => at);
    const later = documentsIn((await tipstaff(['audit', 'export', '--since', until], environment)).stdout);
    const before = documentsIn((await tipstaff(['audit', 'export', '--until', until], environment)).stdout);
    const ofOne = documentsIn((await tipstaff(['audit', 'export', '--organization', 'acme'], environment)).stdout);

    assert.deepEqual(
      whole.map(({ id }) => id),
      Array.from({ length: 1_201 }, (_, index) => String(index + 1)),
    );
    assert.deepEqual(later, [whole[1_200]]);
    assert.equal(before.length, 1_200);
    assert.deepEqual(ofOne, [whole[1_200]]);
    assert.equal(ofOne[0].action, 'organization.create');
  },
);

commandsOnEachEngine('An export whose reader stops early fails with a one-sentence message', async (environment) => {
  await writeRecords(environment, 2_000);
  const program = fileURLToPath(new URL('../../bin/tipstaff.js', import.meta.url));
  const child = spawn(process.execPath, [program, 'audit', 'export'], { env: { ...environment }, stdio: 'pipe' });
  const closed = once(child, 'exit');
  const progress = text(child.stderr);

  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [code] = await closed;

  assert.equal(code, 1);
  assert.equal(await progress, 'The output was closed early, so it is incomplete.\n');
});

commandsOnEachEngine('A running service seals records that other processes write', async (environment) => {
  await using _service = await startService(environment);
  await tipstaff(account('ann'), environment);

  await untilSealed(environment);
  const verified = await tipstaff(['audit', 'verify', '--json'], environment);

  // The exact number of sealed records is unknown, because the service may already have recorded the creation of its
  // first workload identity key.
  const { fault, sealed } = verified.json();
  assert.equal(fault, null);
  assert.ok(sealed >= 1);
});

commandsOnEachEngine('Malformed times and heads are refused', async (environment) => {
  const outcomes = [
    await tipstaff(['audit', 'list', '--since', 'yesterday'], environment),
    await tipstaff(['audit', 'export', '--until', 'today'], environment),
    await tipstaff(['audit', 'verify', '--head', '12'], environment),
  ];

  assert.deepEqual(
    outcomes.map(({ code, stderr }) => [code, stderr]),
    [
      [2, '--since must be an ISO 8601 time.\n'],
      [2, '--until must be an ISO 8601 time.\n'],
      [2, '--head must be a head that "tipstaff audit head" printed.\n'],
    ],
  );
});
