// Audit stream commands: the stream's state, and verification of a receiver's stored records.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { linesOf, openReceiver, secret, streamOnce } from '../support/audit-receiver.ts';
import { commandsOnEachEngine, tipstaff } from '../support/command.ts';
import { withDatabaseOf } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { system } from '../support/world.ts';

commandsOnEachEngine(
  'An operator configures the stream, sees its progress, and verifies the records that the receiver has',
  async (environment) => {
    await using receiver = await openReceiver();
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'records.ndjson');
    const attributes = {
      enabled: true,
      url: `https://127.0.0.1:${receiver.port}/`,
      secret,
      'ca-certificate': receiver.certificate,
      test: true,
    };

    const before = await tipstaff(['audit', 'stream', '--json'], environment);
    const set = await tipstaff(['settings', 'set', 'audit-stream', '--stdin'], environment, {
      input: JSON.stringify(attributes),
    });
    await withDatabaseOf(environment, async (context) => {
      const audit = Array.from({ length: 30 }, () => ({ action: 'thing.change', type: 'things', id: 'one' }));
      await auditedTransaction(context, system, async () => ({ result: undefined, audit }));
      await streamOnce({ context });
    });
    writeFileSync(file, `${linesOf(receiver).join('\n')}\n`);
    const state = await tipstaff(['audit', 'stream'], environment);
    const { head } = (await tipstaff(['audit', 'stream', '--json'], environment)).json().data.attributes;
    const verified = await tipstaff(['audit', 'verify-stream', file, '--head', head], {});
    const examined = await tipstaff(['doctor'], environment);

    assert.equal(before.json().data.attributes.enabled, false);
    assert.equal(set.code, 0, set.stderr);
    assert.ok(!set.stdout.includes(secret));
    assert.match(state.stdout, /^Records behind: +0$/m);
    assert.deepEqual([verified.code, verified.stderr], [0, '']);
    assert.match(verified.stdout, /lines verified: no record is missing or was changed\.\n$/);
    assert.match(examined.stdout, /The audit stream has sent the records up to \d+\. 0 records are waiting\./);
  },
);

test('Records that a receiver lost are listed and change the exit status', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'records.ndjson');
  writeFileSync(file, '{"sequence":1}\n');

  const faulty = await tipstaff(['audit', 'verify-stream', file], {});
  const piped = await tipstaff(['audit', 'verify-stream', '-', '--json'], {}, { input: 'no line\n' });
  const gone = await tipstaff(['audit', 'verify-stream', join(folder.path, 'nothing')], {});
  const wrong = await tipstaff(['audit', 'verify-stream', file, '--head', '12'], {});

  assert.deepEqual([faulty.code, gone.code, wrong.code], [1, gone.code, 2]);
  assert.match(faulty.stdout, /\nIn line 1: Line 1 is not a line of an audit stream\.\n$/);
  assert.deepEqual([piped.code, piped.json().fault.line], [1, 1]);
  assert.match(gone.stderr, /cannot be read: there is no such file or folder\.\n$/);
  assert.match(wrong.stderr, /--head must be a head that "tipstaff audit stream" printed\.\n$/);
});
